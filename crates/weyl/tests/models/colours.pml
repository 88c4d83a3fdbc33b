// Constants of mtypes in variables, messages and output; a number without a name is shown as it is.
mtype = { red, green };
mtype:size = { small, large };
typedef Thing { mtype colour; byte weight };

chan box = [2] of { mtype, mtype:size, byte };
mtype colour = red;
mtype:size size;
Thing thing;
byte plain;
int minus = -1;

active proctype Sender() {
  chan own = [1] of { mtype };
  own!green;
  own?colour;
  box!green, large, 1
}

active proctype Receiver(mtype wanted) {
  box?wanted, size, thing.weight;
  plain = wanted;
  wanted = plain + 1;
  thing.colour = wanted + 1;
  printf("%e %d %e %e\n", colour, colour, size, thing.colour);
  printf("[%d %u %x %o %c]\n", 77, 77, 77, 77, 77);
  printf("[%d %u %x %o]\n", minus, minus, minus, minus);
  printf("[%c][%c]\n", 0, 321);
  assert(plain == red)
}
