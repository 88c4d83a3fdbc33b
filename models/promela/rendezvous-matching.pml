// A rendezvous takes place only if the receiver's constants and evals match what is
// sent; with several receivers ready, each is a step of its own. A send that nobody
// takes blocks, also in the middle of an atomic sequence.
// weyl: verdict=holds full-states=2283 full-transitions=5416
mtype = { apple, pear };

chan market = [0] of { mtype, byte };
byte sold[3];

active proctype Seller() {
  atomic { market!apple, 1; market!pear, 2 };
  do
  :: sold[0] + sold[1] + sold[2] < 4 -> market!apple, 2
  :: sold[0] + sold[1] + sold[2] < 4 -> market!pear, -1
  :: else -> break
  od
}

proctype Buyer(byte me; mtype taste) {
  byte price;
end:
  do
  :: market?eval(taste), price -> sold[me]++; assert(price <= 2 || price == 255)
  od
}

active proctype Collector() {
end:
  do
  :: market?_, 255 -> sold[2]++
  od
}

init {
  atomic { run Buyer(0, apple); run Buyer(1, pear) }
}
