// weyl: verdict=holds full-states=89 full-transitions=152
// A progress label on a jump is a place of its own; a plain label is not.
byte n;
active [2] proctype P() {
	do :: n < 2 -> n++; progress: goto next :: n >= 2 -> plain: goto fin; next: skip od; fin: skip
}
