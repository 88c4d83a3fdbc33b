// Law 5: processes end in the reverse order of their creation.
// weyl: order=1
// weyl: options="--termination spin"
byte x[3];
active [3] proctype P() { x[_pid] = 1; x[_pid] = 2 }
