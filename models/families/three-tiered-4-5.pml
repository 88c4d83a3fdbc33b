// A three-tiered system (after A. F. Donaldson and A. Miller, 2006): four servers with five clients each, one database
// behind all. The clients of a server change places, and so do the servers with all their clients: S5 wr S4.
// weyl: order=4976640000
#ifndef SERVERS
#define SERVERS 4
#endif
#ifndef CLIENTS
#define CLIENTS 5
#endif
mtype = { query, answer };

chan database_in = [1] of { mtype, chan };
chan server_in[SERVERS] = [2] of { mtype, chan };
chan server_back[SERVERS] = [1] of { mtype };
chan client_back[SERVERS * CLIENTS] = [1] of { mtype };
chan nobody;

proctype Client(chan server, back) {
  do
  :: server!query, back;
     back?answer
  od
}

proctype Server(chan in, back) {
  chan client;
  do
  :: in?query, client;
     database_in!query, back;
     back?answer;
     atomic { client!answer; client = nobody }
  od
}

proctype Database() {
  chan server;
end:
  do
  :: database_in?query, server;
     atomic { server!answer; server = nobody }
  od
}

init {
  byte i, j;
  atomic {
    for (i : 0 .. SERVERS - 1) {
      for (j : 0 .. CLIENTS - 1) { run Client(server_in[i], client_back[CLIENTS * i + j]) }
    }
    for (i : 0 .. SERVERS - 1) { run Server(server_in[i], server_back[i]) }
    run Database();
    i = 0; j = 0
  }
}
