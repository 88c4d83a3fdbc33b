// weyl: verdict=holds full-states=13 full-transitions=18
// A loop in a d_step, with `break`.
byte n, i;
active [2] proctype P() {
	d_step { i = 0; do :: i < 5 -> i++; if :: i == 3 -> break :: else fi :: else -> break od; n = n + i } ;
	n--
}
