// Processes whose numbers others decide have no constants: a parameter is a variable, and is renamed.
// weyl: order=6
byte a[3];
proctype P() { true }
proctype Q(byte id) { do :: a[id] = 1 od }
init { atomic { run P() priority 1; run Q(1) } }
