-- A bounded buffer between producers and consumers (E. W. Dijkstra, 1965). The
-- buffer is a circular array of records; items carry a number modulo SERIAL so
-- that loss, duplication or reordering would be seen. With a buffer shorter
-- than SERIAL the consumers must get the numbers in order.
-- weyl: verdict=holds full-states=968 full-transitions=1440
-- weyl: declared-states=368 declared-order=4

const
  PRODUCERS: 2;
  CONSUMERS: 2;
  SIZE: 4;
  SERIAL: 8;

type
  Producer: scalarset(PRODUCERS);
  Consumer: scalarset(CONSUMERS);
  Index: 0..SIZE - 1;
  Count: 0..SIZE;
  Serial: 0..SERIAL - 1;
  Item: record
    serial: Serial;
    maker: Producer;
  end;
  ProducerLoc: enum { Resting, Filling };
  ConsumerLoc: enum { Hungry, Emptying };

var
  buffer: array [Index] of Item;
  head: Index;               -- the next to be taken
  filled: Count;
  next_in: Serial;
  next_out: Serial;
  lock: boolean;
  producer: array [Producer] of ProducerLoc;
  consumer: array [Consumer] of ConsumerLoc;

startstate
  undefine buffer;
  head := 0;
  filled := 0;
  next_in := 0;
  next_out := 0;
  lock := false;
  for p: Producer do producer[p] := Resting; end;
  for c: Consumer do consumer[c] := Hungry; end;
end;

ruleset p: Producer do

  rule "producer locks the buffer"
    producer[p] = Resting & !lock & filled < SIZE
  ==>
    lock := true;
    producer[p] := Filling;
  end;

  rule "producer puts an item"
    producer[p] = Filling
  ==>
    alias slot: buffer[(head + filled) % SIZE] do
      assert isundefined(slot.maker) "an item would be overwritten";
      slot.serial := next_in;
      slot.maker := p;
    end;
    filled := filled + 1;
    next_in := (next_in + 1) % SERIAL;
    lock := false;
    producer[p] := Resting;
  end;

end;

ruleset c: Consumer do

  rule "consumer locks the buffer"
    consumer[c] = Hungry & !lock & filled > 0
  ==>
    lock := true;
    consumer[c] := Emptying;
  end;

  rule "consumer takes an item"
    consumer[c] = Emptying
  ==>
    assert buffer[head].serial = next_out "items arrive in order";
    undefine buffer[head];
    head := (head + 1) % SIZE;
    filled := filled - 1;
    next_out := (next_out + 1) % SERIAL;
    lock := false;
    consumer[c] := Hungry;
  end;

end;

invariant "the lock is held by at most one"
  forall p: Producer do
    forall c: Consumer do
      !(producer[p] = Filling & consumer[c] = Emptying)
    end
  end;

invariant "the count agrees with the numbers"
  (next_in + SERIAL - next_out) % SERIAL = filled;
