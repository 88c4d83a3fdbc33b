// weyl: verdict=holds full-states=10 full-transitions=9
// `??` takes the first message that fits, wherever it is.
chan c = [3] of { byte, byte }; byte n;
active proctype P() { c!1,5; c!2,6; c!1,7; c??2,n; assert(n == 6); c??1,n; assert(n == 5); c??1,n }
