-- Readers exclude the writer and not each other. Two of them that overlap keep the writer out for ever.
--
-- ltl: G (writer = waiting -> F writer = inside)
-- violated
-- because there is always a reader inside; also under weak fairness, since the writer then never can enter.
--
-- ltl: forall i: Reader do G (reader[i] = waiting -> F reader[i] = inside)
-- violated
-- because the other reader, or the writer, goes in and out; also under weak fairness, since the writer closes the door
-- again and again.
--
-- ltl: G !(writer = inside & exists i: Reader do reader[i] = inside end)
-- holds
--
-- ltl: forall i: Reader do G (reader[i] = inside -> F reader[i] = outside)
-- holds under weak fairness
-- because a reader can leave at all times.

type Reader: scalarset(2);
     Where: enum { outside, waiting, inside };
var reader: array [Reader] of Where;
    writer: Where;

ruleset i: Reader do
  rule "reader comes" reader[i] = outside ==> begin reader[i] := waiting; end;
  rule "reader enters" reader[i] = waiting & writer != inside ==> begin reader[i] := inside; end;
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
