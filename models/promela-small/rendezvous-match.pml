// weyl: verdict=holds full-states=4 full-transitions=3
// A receiver with another constant does not take the offer.
chan c = [0] of { byte, byte }; byte n;
active proctype S() { c!1,2 }
active proctype A() { byte x; end: c?2,x; n = 1 }
active proctype B() { byte x; end: c?1,x; n = x }
