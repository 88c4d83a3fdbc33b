// weyl: verdict=holds full-states=8 full-transitions=8
// `_` matches anything.
chan c = [2] of { byte, bit }; byte n;
active proctype P() { c!1,0; c!2,1 }
active proctype Q() { c?_,0; c?n,_ }
