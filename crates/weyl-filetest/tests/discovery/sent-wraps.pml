// What is computed and sent wraps into its field: a number that no statement names.
// weyl: order=4
byte a[4]; byte o = 2; chan q = [1] of { byte };
active [2] proctype P() { byte id = 1; do :: o = id :: q!(2 - id) :: id = a[id % 4] :: q?id; a[id % 4] = id od }
