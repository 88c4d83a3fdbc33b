// A never claim whose accept label no run stays at.
// weyl: verdict=holds
bool asked, answered;

active proctype Client() {
  do
  :: !asked -> asked = true
  :: asked && answered -> asked = false; answered = false
  od
}

active proctype Server() {
  do
  :: asked && !answered -> answered = true
  od
}

never {
  do
  :: asked && !answered -> goto accept_waiting
  :: true
  od;
accept_waiting:
  do
  :: !answered && asked
  od
}
