// Two statements create processes of one kind: their places are not mixed up.
// weyl: order=2
byte n, m;
proctype C(bool b) { if :: b -> n++ :: else -> m++ fi; assert(n < 3 && m < 3) }
active [2] proctype P() { run C(true); run C(false) }
