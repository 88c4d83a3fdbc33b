-- Readers and writers (P. J. Courtois, F. Heymans and D. L. Parnas, 1971) with
-- two semaphores: the first reader locks the writers out, the last one lets
-- them in again. Readers and writers are two scalarsets, so the symmetry group
-- is a product. The count of readers is read and written in separate steps,
-- under the protection of a mutex.
-- weyl: verdict=holds full-states=780 full-transitions=2484
-- weyl: declared-states=65 declared-order=144

const
  READERS: 4;
  WRITERS: 3;

type
  Reader: scalarset(READERS);
  Writer: scalarset(WRITERS);
  ReaderLoc: enum { R_Idle, R_Arriving, R_FirstWaits, R_Reading, R_Leaving };
  WriterLoc: enum { W_Idle, W_Waiting, W_Writing };

var
  reader: array [Reader] of ReaderLoc;
  writer: array [Writer] of WriterLoc;
  inside: 0..READERS;      -- readers inside or about to be
  mutex: boolean;          -- true: taken
  room: boolean;           -- true: taken by a writer or by the readers

startstate
  for r: Reader do reader[r] := R_Idle; end;
  for w: Writer do writer[w] := W_Idle; end;
  inside := 0;
  mutex := false;
  room := false;
end;

ruleset r: Reader do

  rule "reader takes the mutex to arrive"
    reader[r] = R_Idle & !mutex
  ==>
    mutex := true;
    reader[r] := R_Arriving;
  end;

  rule "reader counts itself in"
    reader[r] = R_Arriving
  ==>
    inside := inside + 1;
    if inside = 1 then
      reader[r] := R_FirstWaits;
    else
      mutex := false;
      reader[r] := R_Reading;
    end;
  end;

  rule "first reader takes the room"
    reader[r] = R_FirstWaits & !room
  ==>
    room := true;
    mutex := false;
    reader[r] := R_Reading;
  end;

  rule "reader takes the mutex to leave"
    reader[r] = R_Reading & !mutex
  ==>
    mutex := true;
    reader[r] := R_Leaving;
  end;

  rule "reader counts itself out"
    reader[r] = R_Leaving
  ==>
    inside := inside - 1;
    if inside = 0 then
      room := false;
    end;
    mutex := false;
    reader[r] := R_Idle;
  end;

end;

ruleset w: Writer do

  rule "writer arrives"
    writer[w] = W_Idle
  ==>
    writer[w] := W_Waiting;
  end;

  rule "writer takes the room"
    writer[w] = W_Waiting & !room
  ==>
    room := true;
    writer[w] := W_Writing;
  end;

  rule "writer leaves"
    writer[w] = W_Writing
  ==>
    room := false;
    writer[w] := W_Idle;
  end;

end;

invariant "writers are alone"
  forall w: Writer do
    writer[w] = W_Writing ->
      forall r: Reader do reader[r] != R_Reading & reader[r] != R_Leaving end
      & forall v: Writer do v != w -> writer[v] != W_Writing end
  end;

cover "all readers read at once"
  forall r: Reader do reader[r] = R_Reading end;
