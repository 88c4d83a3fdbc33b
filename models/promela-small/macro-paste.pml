// weyl: verdict=holds full-states=33 full-transitions=48
// `##` and `#`.
#define VAR(n) x_ ## n
#define SHOW(v) printf(#v)
byte VAR(a), VAR(b);
active [2] proctype P() { VAR(a) = VAR(b) + 1; VAR(b)++; SHOW(x_a) }
