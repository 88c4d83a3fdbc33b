// A child looks at its number, which tells who came before.
// weyl: order=1
byte n;
proctype C(byte p) { n++; assert(_pid != p + 3 || n < 9) }
active [3] proctype P() { run C(_pid) }
