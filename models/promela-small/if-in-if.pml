// weyl: verdict=holds full-states=51 full-transitions=90
// Selections whose options begin with selections.
byte n;
active [2] proctype P() {
	if :: if :: n == 0 -> n = 1 :: n == 1 -> n = 2 fi :: if :: n >= 0 -> n = 3 fi :: n = 4 fi
}
