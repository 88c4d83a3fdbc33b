// weyl: verdict=holds full-states=10 full-transitions=10
// `xr` and `xs` change nothing in the full graph.
chan c = [1] of { byte }; byte n;
active proctype S() { xs c; c!1; c!2 }
active proctype R() { xr c; byte x; c?x; n = x; c?x; n = n + x }
