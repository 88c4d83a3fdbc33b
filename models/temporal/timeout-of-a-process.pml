// A process that waits for a timeout moves when no other one can.
// weyl: verdict=violated
// weyl: violated="skips"
byte x;

active proctype Works() {
  x = 1;
  x = 2
}

active proctype Watches() {
  timeout -> x = 3
}

ltl last { <> [] (x == 3) }
ltl not_early { (x < 3) U (x == 3) }
ltl works_first { [] (x == 3 -> [] (x == 3)) }
ltl skips { [] (x != 2) }
