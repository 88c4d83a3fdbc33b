// weyl: verdict=holds full-states=15 full-transitions=17
// `??` waits for a message that fits.
chan c = [2] of { byte }; byte n;
active proctype R() { c??3; n = len(c) }
active proctype S() { c!1; c!3; n = 9 }
