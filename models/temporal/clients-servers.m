-- Clients call servers; two kinds of names, and quantifiers over both.
--
-- ltl: forall c: Client do forall s: Server do G (at[c] = s -> F at[c] = nowhere)
-- holds under weak fairness
-- because an answer is possible at all times, but without fairness the other client may take all steps.
--
-- ltl: forall c: Client do forall s: Server do G F at[c] = s
-- violated
-- because c may always call the other server; also under weak fairness, since a client that calls one can't call the other.
--
-- ltl: forall c: Client do exists s: Server do G F at[c] = s
-- holds under weak fairness
-- because a client calls again and again, and there are finitely many servers.
--
-- ltl: exists s: Server do forall c: Client do G F at[c] = s
-- violated
-- because the clients may prefer different servers; also under weak fairness.
--
-- ltl: exists c: Client do exists s: Server do G F at[c] = s
-- holds
-- because some client makes infinitely many steps.

type Client: scalarset(2);
     Server: scalarset(2);
var at: array [Client] of union { Server, enum { nowhere } };

ruleset c: Client; s: Server do
  rule "call" at[c] = nowhere ==>
  begin
    at[c] := s;
  end;

  rule "answer" at[c] = s ==>
  begin
    at[c] := nowhere;
  end;
end;

startstate
begin
  for c: Client do at[c] := nowhere; end;
end;
