// weyl: verdict=holds full-states=7 full-transitions=6
// A receive stores into the element that the index names before.
chan c = [1] of { byte, byte }; byte a[3], i;
active proctype P() { c!2,9; c!1,8 }
active proctype Q() { c?i,a[0]; c?a[1],a[2] }
