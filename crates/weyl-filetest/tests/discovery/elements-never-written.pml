// Elements of an array that nobody writes are all the same, and stay so.
// weyl: order=1
byte a[4];
active proctype P() { do :: a[3] == 0 -> a[3] = 1 :: a[3] == 1 -> a[3] = 2 :: a[3] == 2 -> a[3] = 0 od }
