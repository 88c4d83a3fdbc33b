// weyl: verdict=holds full-states=41 full-transitions=87
// Sequences that are one jump: out of a loop, inside of another sequence, into another one.
byte x, y;
active proctype P() {
	do :: atomic { break } :: x = 2 - x od;
	atomic { do :: x = 3; atomic { break } :: x = 2; do :: atomic { x = 4; break } od; break od };
	x = 5;
	if :: atomic { goto L } :: x = 6; atomic { goto N } fi;
	x = 1;
	atomic { x = 0; L: x = 7; N: x = 8 };
	x = 9
}
active proctype Q() { y = 1; y = 2 }
