// weyl: verdict=violated full-states=94 full-transitions=155
// weyl: violated="invalid end state"
// `break` from inside selections and blocks.
byte n;
active [2] proctype P() {
	do :: n++; if :: n > 2 -> { if :: n == 3 -> break :: n > 3 -> { n = 0; break } fi } :: else fi od;
	n = 0
}
