// weyl: verdict=holds full-states=9 full-transitions=8
// A structure is sent and received field by field.
typedef T { byte a; short b[2]; bit c }; chan c = [1] of { byte, T }; T got; byte n;
active proctype P() { T t; t.a = 7; t.b[1] = -3; t.c = 1; c!2,t }
active proctype Q() { c?n,got; assert(got.b[1] == -3 && got.c == 1) }
