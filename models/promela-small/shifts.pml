// weyl: verdict=holds full-states=9 full-transitions=8
// Shifts keep the sign on the right and wrap on the left.
int a = -8; int b = 1; int i;
active proctype P() {
	a = a >> 1; assert(a == -4); i = 31; b = b << i; assert(b < 0); b = b >> i; assert(b == -1)
}
