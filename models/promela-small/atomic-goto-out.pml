// weyl: verdict=holds full-states=24 full-transitions=34
// A jump out of a sequence ends it.
byte n;
active [2] proctype P() {
	atomic { n++; if :: n == 1 -> goto out :: else fi; n = 5; n = 6 }; n = 7; out: n = 8
}
