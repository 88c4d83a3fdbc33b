// for over a range, for over an array, and select: with constant bounds select is
// one choice among that many values, with other bounds it counts up step by step.
// Declarations inside a block make a step of their own.
// weyl: verdict=holds full-states=89 full-transitions=93
byte low = 1, high = 3;

active proctype P() {
  byte i, x, sum;
  byte a[4];
  for (i : 0 .. 3) { a[i] = i * i }
  for (i in a) { sum = sum + a[i] }
  assert(sum == 14);
  select (x : 2 .. 5);
  assert(2 <= x && x <= 5);
  select (x : low .. high);
  assert(low <= x && x <= high);
  for (i : 1 .. x) {
    byte square;
    square = i * i;
    sum = sum + square
  }
  assert(sum > 14)
}
