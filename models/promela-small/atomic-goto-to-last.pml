// weyl: verdict=holds full-states=13 full-transitions=18
// A jump to the last statement of the same sequence keeps control.
byte x, y;
active proctype P() {
	atomic { x = 1; if :: x == 1 -> goto L :: else fi; x = 2; L: x = 3 }; x = 4
}
active proctype Q() { y = 1; y = 2 }
