// weyl: verdict=holds states=1 transitions=0
// Nobody meets itself.
chan c = [0] of { byte };
active proctype P() { byte x; end: if :: c!1 :: c?x fi }
