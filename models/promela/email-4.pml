// An email system (after M. Calder and A. Miller, 2003): four clients and a mailer.
// A client puts a message for another client into the network; the mailer moves it
// to the mailbox of the addressee. Process numbers travel inside the messages, so
// that a symmetry of the clients must also act on the contents of channels.
// weyl: verdict=holds full-states=522497 full-transitions=2420225
// weyl: slow
#define N 4
mtype = { mail };

chan network = [2] of { mtype, pid, pid };
chan mailbox[N + 1] = [1] of { pid };

proctype Client() {
  pid to, from;
  do
  :: atomic {
       nfull(network) ->
       select (to : 1 .. 4);
       if
       :: to != _pid -> network!mail, _pid, to
       :: else
       fi;
       to = 0
     }
  :: atomic {
       mailbox[_pid]?from ->
       assert(from != _pid && 1 <= from && from <= N);
       from = 0
     }
  od
}

proctype Mailer() {
  pid from, to;
  do
  :: network?mail, from, to ->
     atomic { mailbox[to]!from; from = 0; to = 0 }
  od
}

init {
  byte i;
  atomic {
    for (i : 1 .. N) { run Client() }
    run Mailer();
    i = 0
  }
}
