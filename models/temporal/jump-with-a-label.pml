// A label at a jump is a place of the process if a formula mentions it.
// weyl: verdict=violated
// weyl: violated="unseen"
byte x;

active proctype Jump() {
  x = 1;
here:
  goto there;
there:
  x = 2;
  x = 3
}

ltl seen { <> Jump@here }
ltl unseen { [] !Jump@here }
