-- Readers and a writer, with a gate: while the writer waits, no reader enters.
--
-- ltl: G (writer = waiting -> F writer = inside)
-- holds
-- because readers can only leave, and come to wait, which ends.
--
-- ltl: forall i: Reader do G (reader[i] = waiting -> F reader[i] = inside)
-- violated
-- because the writer comes back before the reader moves; also under weak fairness, since the gate closes again and again.
--
-- ltl: exists i: Reader do G F reader[i] = inside
-- violated
-- because the writer alone can go on for ever; also under weak fairness, for the same reason.
--
-- ltl: G !(writer = inside & exists i: Reader do reader[i] = inside end)
-- holds

type Reader: scalarset(2);
     Where: enum { outside, waiting, inside };
var reader: array [Reader] of Where;
    writer: Where;

ruleset i: Reader do
  rule "reader comes" reader[i] = outside ==> begin reader[i] := waiting; end;
  rule "reader enters" reader[i] = waiting & writer = outside ==> begin reader[i] := inside; end;
  rule "reader leaves" reader[i] = inside ==> begin reader[i] := outside; end;
end;

rule "writer comes" writer = outside ==> begin writer := waiting; end;
rule "writer enters" writer = waiting & forall i: Reader do reader[i] != inside end ==> begin writer := inside; end;
rule "writer leaves" writer = inside ==> begin writer := outside; end;

startstate
begin
  for i: Reader do reader[i] := outside; end;
  writer := outside;
end;
