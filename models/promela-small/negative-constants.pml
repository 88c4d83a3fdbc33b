// weyl: verdict=holds full-states=7 full-transitions=6
// Negative numbers in receives and sends.
chan c = [2] of { short }; short s;
active proctype P() { c!-1; c!-2; c?-1; c?s; assert(s == -2) }
