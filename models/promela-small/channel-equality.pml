// weyl: verdict=holds full-states=10 full-transitions=9
// Channels are compared by identity.
chan a = [1] of { byte }; chan b = [1] of { byte }; chan c; byte n;
active proctype P() {
	c = a; if :: c == a -> n = 1 :: else -> n = 2 fi; c = b;
	if :: c == a -> n = 3 :: else -> n = 4 fi; c!1; n = len(b)
}
