// weyl: verdict=holds full-states=13 full-transitions=18
// A jump that ends a sequence keeps control if it leads to the last statement of another one.
byte x, y;
active proctype P() {
	atomic { x = 1; goto L }; x = 2; atomic { x = 3; L: x = 5 }; x = 4
}
active proctype Q() { y = 1; y = 2 }
