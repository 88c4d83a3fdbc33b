// weyl: verdict=holds full-states=7 full-transitions=6
// A message field cuts what is sent.
chan c = [2] of { byte, short }; int a, b;
active proctype P() { c!300,70000; c?a,b; assert(a == 44 && b == 4464); c!-1,-1; c?a,b }
