// Nobody writes them, but a variable says which one is meant: it does not matter which.
// weyl: order=6
byte a[3];
byte x;
active proctype P() { byte i; do :: select (i : 0 .. 2); x = a[i] :: x = 1 od }
