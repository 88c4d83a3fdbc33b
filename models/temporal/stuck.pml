// Two processes that wait for each other: the state in which they are stuck repeats. Each wait is a
// proper end.
// weyl: verdict=violated
// weyl: violated="happens"
// weyl: violated="sometimes"
bool a, b;
byte x;

active proctype First() {
  if
  :: x = 1
  :: skip
  fi;
end:
  b -> a = true
}

active proctype Second() {
end:
  a -> b = true
}

ltl happens { <> a }
ltl quiet { [] (!a && !b) }
ltl sometimes { <> (x == 1) }
