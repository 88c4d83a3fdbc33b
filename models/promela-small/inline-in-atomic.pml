// weyl: verdict=holds full-states=70 full-transitions=112
// An inline as the last statement of a sequence and of an option.
byte n;
inline two(v) { v++; v++ }
active [2] proctype P() {
	atomic { n++; two(n) }; if :: n > 3 -> two(n) :: else -> atomic { two(n) } fi; n = 0
}
