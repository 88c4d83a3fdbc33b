// A formula that asks for a process which asks for itself can't be evaluated where that matters.
// weyl: verdict=violated violated="run-time error"
// weyl: violated="seen"
// weyl: spin="SPIN ends its run where a process asks for itself"
byte x;
active proctype A() {
  do
  :: x == 0 -> x = 1
  :: x == 1 -> x = 0
  od
}
active proctype B() {
  do
  :: x == 1 && enabled(1) -> skip
  :: x == 0 -> skip
  od
}
ltl seen { [] (enabled(1) || x == 0) }
ltl unseen { [] (x == 1 || enabled(1)) }
ltl other { [] enabled(0) }
