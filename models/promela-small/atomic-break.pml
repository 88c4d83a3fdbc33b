// weyl: verdict=holds full-states=28 full-transitions=42
// `break` out of a sequence inside a loop.
byte n;
active [2] proctype P() {
	do :: atomic { n < 5 -> n++; if :: n == 3 -> break :: else fi } :: n >= 5 -> break od; n = 0
}
