// weyl: verdict=holds full-states=6 full-transitions=5
// Elements of arrays and fields.
typedef T { byte b[2]; short s }; T t[2]; short a[3];
active proctype P() {
	t[1].b[1] = 511; a[2] = 65535; t[0].s = -32769;
	assert(t[1].b[1] == 255 && a[2] == -1 && t[0].s == 32767)
}
