// weyl: verdict=holds full-states=83 full-transitions=142
// The fields of a structure have initial values, channels among them: for globals and for locals.
typedef Inner { byte v = 4; byte w[2] = 6; chan c[2] = [1] of { byte } };
typedef Outer { byte a; Inner i[2]; byte k = 9 };
Outer g[2]; byte n;
active [2] proctype P() {
	Outer l; Inner m; n = g[1].i[1].v + g[0].k; n = l.k + l.i[1].w[1]; m.c[1]!m.v; l.i[1].c[0]!3;
	m.c[1]?n; g[1].i[_pid].c[1]!2
}
