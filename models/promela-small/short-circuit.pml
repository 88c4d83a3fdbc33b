// weyl: verdict=holds full-states=6 full-transitions=5
// The right side of `&&` and `||` is not evaluated where the left decides.
byte a[2]; byte i = 5; byte n;
active proctype P() {
	(i >= 2 || a[i] == 0) -> n = 1; if :: i < 2 && a[i] == 0 -> n = 2 :: else -> n = 3 fi
}
