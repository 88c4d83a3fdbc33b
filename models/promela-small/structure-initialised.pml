// weyl: verdict=holds full-states=6 full-transitions=5
// What initialises a structure, or a list for an array of them, has no effect.
typedef Pair { byte a = 3; byte b[2] = 1 }
Pair global[2] = 4;
Pair listed[2] = { 5, 6 };

init {
	Pair own[2] = 7;
	assert(global[0].a == 3 && global[1].b[1] == 1);
	assert(listed[0].a == 3 && listed[1].a == 3);
	assert(own[0].a == 3 && own[1].b[0] == 1);
	own[1].a = 9
}
