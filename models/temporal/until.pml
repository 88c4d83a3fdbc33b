// Until: the first side up to the time of the second, which must come.
// weyl: verdict=violated
// weyl: violated="too_short"
// weyl: violated="never_comes"
byte x;

active proctype Up() {
  x = 1;
  x = 2;
  x = 3
}

ltl strong { (x < 2) U (x == 2) }
ltl too_short { (x < 1) U (x == 2) }
ltl at_once { (x == 9) U (x == 0) }
ltl never_comes { (x < 9) U (x == 9) }
