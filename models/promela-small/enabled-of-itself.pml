// weyl: verdict=violated full-states=5 full-transitions=4
// weyl: violated="run-time error"
// weyl: spin="SPIN ends its run where a process asks for itself"
// Who asks whether it is enabled itself gets an answer where it can always go on; a condition that depends on its own
// answer is an error.
byte x;
active proctype A() { x = enabled(0); assert(x == 1); x = enabled(0) + 1; if :: x == 3 && enabled(0) :: x == 2 fi; enabled(0) }
