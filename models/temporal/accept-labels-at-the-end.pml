// A process that stays at an accept label because it can't go on.
// weyl: verdict=violated
// weyl: violated="acceptance cycles"
byte x;

active proctype Waits() {
  x = 1;
end:
accept_here:
  x == 2
}
