// Release: the second side holds up to and including the time of the first, or for ever.
// weyl: verdict=violated
// weyl: violated="excludes"
byte x;

active proctype Up() {
  x = 1;
  x = 2;
  x = 3
}

ltl includes { (x == 2) V (x <= 2) }
ltl excludes { (x == 2) V (x < 2) }
ltl for_ever { (x == 9) V (x < 9) }
ltl until_itself { (x == 3) V (x < 3 || x == 3) }
