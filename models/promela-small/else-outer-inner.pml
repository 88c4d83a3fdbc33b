// weyl: verdict=holds full-states=20 full-transitions=28
// `else` of an inner selection that begins an option of an outer one.
byte n; bool b;
active proctype P() { do :: if :: b -> n = 1 :: else -> n = 2 fi; break :: n == 2 -> break od }
active proctype Q() { b = true; n = 2 }
