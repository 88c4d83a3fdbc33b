// A rendezvous is one step of two processes: both have moved in the next state.
// weyl: verdict=violated
// weyl: violated="not_alone"
chan c = [0] of { byte };
byte got;

active proctype Sends() {
  do
  :: c!1;
sent:
     skip
  od
}

active proctype Receives() {
  byte v;
  do
  :: c?v;
received:
     got = v;
     got = 0
  od
}

ltl together { [] (Sends@sent -> (Receives@received || got <= 1)) }
ltl arrives { []<> (got == 1) }
ltl not_alone { [] !(Sends@sent && Receives@received) }
