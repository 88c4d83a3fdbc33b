// weyl: verdict=holds full-states=6 full-transitions=5
// A channel as a field of a structure.
typedef T { chan c = [1] of { byte }; byte n }; T t[2];
active proctype P() { t[0].c!5; t[1].c!6; t[0].c?t[1].n; t[1].c?t[0].n }
