// What the fields of an event may be: constants and `eval` must fit, a variable and `_`
// stand for any value. Through `wire`, a copy of the channel's number, the same channel
// is used; what is sent is cut to the types of the fields first. Looking at a message
// without taking it is no event.
// weyl: verdict=violated full-states=34 full-transitions=42
// weyl: violated="trace" violated="invalid end state"
mtype = { data, stop };

chan line = [2] of { mtype, byte };
chan wire;
byte seen, last;

active proctype Sender() {
  wire = line;
  wire!data,1;
  line!data,257;
  wire!stop,3
}

active proctype Receiver() {
  mtype kind;
  do
  :: line?<kind,last>;
     if
     :: kind == data; line?_,seen
     :: kind == stop; line?stop,_; break
     :: seen == 1; line?data,_; seen = 2
     fi
  od
}

trace {
  line!data,1;
  do
  :: line!data,1
  :: line?data,eval(last)
  :: line?data,2
  :: line!stop,last
  :: line?stop,eval(seen + 2) -> goto over
  od;
over:
  line!_,_
}
