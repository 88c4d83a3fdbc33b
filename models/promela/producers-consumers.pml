// Producers and consumers that meet: two producers, two consumers and a buffer
// process between them, with rendezvous on both sides (after C. A. R. Hoare, 1978).
// Each producer counts its items modulo 4; for each producer a consumer must see
// them in order, whichever consumer takes them.
// weyl: verdict=holds full-states=62022 full-transitions=142223
#define ROOM 2
#define ITEMS 4

chan put = [0] of { byte, byte };
chan get = [0] of { byte, byte };
byte expected[2];

active [2] proctype Producer() {
  byte item;
  do
  :: put!_pid, item;
     item = (item + 1) % ITEMS
  od
}

active proctype Buffer() {
  chan store = [ROOM] of { byte, byte };
  byte who, item;
  do
  :: nfull(store) -> put?who, item; store!who, item
  :: nempty(store) -> store?who, item; get!who, item
  od
}

active [2] proctype Consumer() {
  byte who, item;
  do
  :: atomic {
       get?who, item ->
       assert(item == expected[who]);
       expected[who] = (item + 1) % ITEMS
     }
  od
}
