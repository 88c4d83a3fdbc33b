// weyl: verdict=holds full-states=31 full-transitions=50
// `++` and `--` of elements and fields.
typedef T { byte x; short y[2] }; T t; byte a[2];
active [2] proctype P() { a[_pid]++; t.y[1 - _pid]--; t.x++; a[1]-- }
