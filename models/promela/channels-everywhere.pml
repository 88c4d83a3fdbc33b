// Channels as values: in an array, in a field of a structure, as a parameter, as a
// field of a message, and compared with one another. A process makes a channel of
// its own, which lives as long as the process; another one answers on it.
// weyl: verdict=holds full-states=410 full-transitions=901
typedef Port { byte owner; chan box };

Port port[2];
chan pool[3] = [1] of { byte };
chan hub = [2] of { chan, byte };

proctype Client(chan reply; byte value) {
  byte answer;
  hub!reply, value;
  reply?answer;
  assert(answer == value + 1)
}

proctype Local() {
  chan own = [1] of { byte };
  byte answer;
  hub!own, 50;
  own?answer;
  assert(answer == 51)
}

active proctype Server() {
  chan who;
  byte value;
  port[0].box = pool[0];
  port[1].box = pool[2];
  port[1].owner = 1;
  assert(port[0].box != port[1].box && port[0].box == pool[0]);
  atomic { run Client(port[0].box, 20); run Client(port[1].box, 30); run Local() };
end:
  do
  :: hub?who, value -> who!value + 1
  od
}
