// A never claim that watches for a request without an answer, in the form SPIN
// makes of a formula, with an accepting label. Without the claim the system is a
// plain loop of two processes.
// weyl: verdict=holds full-states=16 full-transitions=26
// weyl: options="--safety-only"
bool asked, answered;

active proctype Client() {
  do
  :: !asked -> asked = true; answered -> asked = false
  od
}

active proctype Server() {
  do
  :: asked -> answered = true; !asked -> answered = false
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
