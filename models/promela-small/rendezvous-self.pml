// weyl: verdict=holds full-states=1 full-transitions=0
// Nobody meets itself.
chan c = [0] of { byte };
active proctype P() { byte x; end: if :: c!1 :: c?x fi }
