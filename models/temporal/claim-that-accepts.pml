// A never claim with an accept label: a request that is never answered.
// weyl: verdict=violated
// weyl: violated="never"
bool asked, answered, lazy;

active proctype Client() {
  do
  :: !asked -> asked = true
  :: asked && answered -> asked = false; answered = false
  od
}

active proctype Server() {
  do
  :: asked && !answered -> answered = true
  :: lazy = !lazy
  od
}

never {
  do
  :: asked && !answered -> goto accept_waiting
  :: true
  od;
accept_waiting:
  do
  :: !answered
  od
}
