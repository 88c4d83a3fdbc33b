// Along a never claim accept labels of processes count as those of the claim do.
// weyl: verdict=violated
// weyl: violated="never"
byte x;

active proctype Loop() {
  do
  :: x < 3 -> x++
  :: x == 3 ->
accept:
     x = 0
  od
}

never {
  do
  :: x < 4
  od
}
