// weyl: verdict=holds full-states=10 full-transitions=10
// `else` inside a sequence whose other options block.
bool b; byte n;
active proctype P() { atomic { n = 1; if :: b -> n = 2 :: else -> n = 3 fi; n++ } }
active proctype Q() { b = true }
