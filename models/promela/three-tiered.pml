// A three-tiered client-server system (after A. F. Donaldson and A. Miller, 2006):
// three clients at each of two servers, one database behind both. A query goes from
// client to server to database and back the same way; servers hand one query at a
// time; the first client of each server updates, the others ask. Channels are parameters throughout.
// weyl: verdict=holds full-states=49565 full-transitions=214561
mtype = { query, update, answer };

chan database_in = [1] of { mtype, chan };
chan server_in[2] = [2] of { mtype, chan };
chan server_back[2] = [1] of { mtype };
chan client_back[6] = [1] of { mtype };
chan nobody;
bool locked;

proctype Client(chan server, back; mtype kind) {
  do
  :: server!(kind), back;
     back?answer
  od
}

proctype Server(chan in, back) {
  chan client;
  mtype kind;
  do
  :: in?kind, client;
     database_in!kind, back;
     back?answer;
     atomic { client!answer; client = nobody; kind = 0 }
  od
}

proctype Database() {
  chan server;
  mtype kind;
end:
  do
  :: database_in?kind, server;
     if
     :: kind == update -> assert(!locked); locked = true; locked = false
     :: else
     fi;
     atomic { server!answer; server = nobody; kind = 0 }
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. 1) {
      run Client(server_in[i], client_back[3 * i], update);
      run Client(server_in[i], client_back[3 * i + 1], query);
      run Client(server_in[i], client_back[3 * i + 2], query)
    }
    for (i : 0 .. 1) { run Server(server_in[i], server_back[i]) }
    run Database();
    i = 0
  }
}
