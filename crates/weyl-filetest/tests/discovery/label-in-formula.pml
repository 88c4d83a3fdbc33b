// Two places are alike but for a formula that asks for one of them: it is explored apart.
// weyl: order=2
bool x;
active proctype P() { do :: x = 1; a: x = 0 :: x = 1; b: x = 0 od }
ltl p { [] !(P@a) }
