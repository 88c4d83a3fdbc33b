// weyl: verdict=holds full-states=87 full-transitions=146
// Semicolons, arrows and line ends separate statements.
byte n
active [2] proctype P() {
	n++
	n < 5 -> n++;
	if
	:: n > 1 ->
		n = 2
	:: n <= 1; n = 3;
	fi
	skip;
}
