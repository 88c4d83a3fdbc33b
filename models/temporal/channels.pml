// Atoms that look at channels.
// weyl: verdict=violated
// weyl: violated="never_full"
// weyl: violated="ping_leaves"
// weyl: violated="fills"
mtype = { ping, pong };
chan c = [2] of { mtype };

active proctype Sends() {
  do
  :: c!ping
  :: c!pong
  od
}

active proctype Receives() {
  do
  :: c?ping
  :: c?pong
  od
}

ltl room { []<> (len(c) < 2) }
ltl never_full { [] (len(c) < 2) }
ltl ping_leaves { [] (c?[ping] -> <> !(c?[ping])) }
ltl fills { <> (len(c) == 2) }
