// What merges nothing is left out, and the rest is there: the first two.
// weyl: order=2
byte a[5];
active proctype P() {
  do
  :: a[0] == 0 -> a[0] = 1
  :: a[1] == 0 -> a[1] = 1
  :: a[0] == 1 && a[1] == 1 -> atomic { a[0] = 2; a[1] = 2 }
  :: a[0] == 2 && a[1] == 2 -> atomic { a[1] = 0; a[0] = 0 }
  od
}
