// weyl: verdict=violated full-states=48 full-transitions=65
// weyl: violated="invalid end state"
// An `else` in the main part while the escape can't be taken.
byte n; bool a;
active proctype P() { do :: n == 5 -> break :: else -> n++ od unless { a -> n = 100 } }
active proctype Q() { n == 2 -> a = true }
