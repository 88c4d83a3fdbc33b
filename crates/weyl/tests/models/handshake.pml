// Two processes meet twice; the third time nobody comes.
chan c = [0] of { byte };
chan log = [2] of { byte, byte };
byte sum;

active proctype Sender() {
  c!3;
  c!4
}

active proctype Receiver() {
  byte v;
  atomic { c?v; sum = sum + v; log!v, sum };
  log?v, _;
  c?v;
  c?v
}
