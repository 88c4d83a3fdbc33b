// Processes that end are gone; labels and variables of them are then false.
// weyl: verdict=violated
// weyl: violated="at_label_with_one"
byte x;

active proctype Short() {
there:
  x = 1
}

active proctype Long() {
  x == 1 -> x = 2;
  x = 3
}

ltl leaves { <> [] !Short@there }
ltl stays { [] (Short@there || x > 0) }
ltl at_label_with_one { <> (Short@there && x == 1) }
