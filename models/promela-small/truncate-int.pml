// weyl: verdict=holds full-states=9 full-transitions=8
// Sums and products wrap.
int i = 2147483647; int j;
active proctype P() {
	i++; assert(i < 0); j = i - 1; assert(j == 2147483647); i = 65536; i = i * i; assert(i == 0)
}
