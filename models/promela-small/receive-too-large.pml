// weyl: verdict=holds full-states=6 full-transitions=5
// A constant that no field can hold never fits.
chan c = [1] of { bit, byte }; byte n;
active proctype P() { c!1,3 }
active proctype Q() { end: if :: c?0,n :: c?1,n -> n++ fi }
