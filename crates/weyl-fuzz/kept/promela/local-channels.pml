typedef Inner{ byte v = 4; byte w = 6; chan c[65536] = [256] of { byte } };
typedef Outer { byte a; Inner i[2]; byte k = 65536 };
Outer g; byte n;
active [32] proctype P() {
	Outer l; ; n = g[-255].i[1].v + g[63].k; n = l.i[256].w[1];; l.i[9223372036854775808].c[0]!3;
}