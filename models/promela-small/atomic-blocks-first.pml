// weyl: verdict=holds full-states=12 full-transitions=12
// A first statement that blocks keeps the process in front of the sequence.
bool open; byte n;
active proctype P() { atomic { open -> n++; n++ } }
active proctype Q() { n = 10; open = true; n = 20 }
