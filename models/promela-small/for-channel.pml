// weyl: verdict=holds full-states=296 full-transitions=457
// A loop over the messages of a channel that another process changes.
typedef M { byte v }; chan c = [2] of { M }; byte n;
active proctype P() {
	M m; m.v = 1; c!m; m.v = 2; c!m; for (m in c) { n = n + m.v }; for (m in c) { n++; break }
}
active proctype Q() { M m; c?m; end: c!m }
