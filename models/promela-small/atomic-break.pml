// weyl: verdict=holds states=28 transitions=42
// `break` out of a sequence inside a loop.
byte n;
active [2] proctype P() {
	do :: atomic { n < 5 -> n++; if :: n == 3 -> break :: else fi } :: n >= 5 -> break od; n = 0
}
