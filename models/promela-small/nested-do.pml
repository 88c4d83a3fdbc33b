// weyl: verdict=holds full-states=110 full-transitions=196
// An inner loop as the first statement of an outer one.
byte n;
active [2] proctype P() {
	do :: do :: n < 2 -> n++ :: n >= 2 -> break od; if :: n > 3 -> break :: else -> n++ fi od
}
