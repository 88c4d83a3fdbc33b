// weyl: verdict=holds full-states=223 full-transitions=410
// A structure that is declared in a block has its initial values from the start of the process on.
typedef T { byte v = 4; byte w[2] = 6; chan c = [1] of { byte } };
byte n;
active [2] proctype P() {
	n++; { T t; n = t.v; t.v++; t.c!3; n = n + t.w[1]; t.w[1] = 3; t.c?n }; { T t; n = t.v }
}
