// weyl: verdict=holds full-states=16 full-transitions=22
// Macros with arguments and nested macros.
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define SQUARE(x) ((x) * (x))
byte n;
active [2] proctype P() { n = MAX(SQUARE(n + 1), _pid); n = SQUARE(MAX(1, 2) + 1) % 7 }
