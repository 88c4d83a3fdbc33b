// `else` of a claim is what the other options leave.
// weyl: verdict=violated
// weyl: violated="never"
byte x;
bool odd;

active proctype Up() {
  do
  :: x = (x + 1) % 4
  :: x == 3 -> odd = !odd
  od
}

never {
  do
  :: x == 3 -> goto accept_three
  :: else
  od;
accept_three:
  if
  :: x == 3 -> goto accept_three
  :: else
  fi;
  false
}
