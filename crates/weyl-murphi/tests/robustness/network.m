/* Messages in a bag; owners are identities or nobody. */
Const Procs: 3;
Type
  Proc: Scalarset(Procs);
  Nobody: Enum { none, };
  Owner: Union { Proc, Nobody };
  Kind: Enum { request, grant release };
  Message: Record kind: Kind; from: Proc; End;
  Net: Multiset [4] of Message;
Var
  net: Net;
  owner: Owner;
  wants: Array [Proc] of Boolean;
  last: Proc;

Procedure send(k: Kind; p: Proc);
Var m: Message;
Begin
  m.kind := k;
  m.from := p;
  MultisetAdd(m, net);
EndProcedure;

Function busy(): Boolean;
Begin
  Return IsMember(owner, Proc) & MultisetCount(i: net, net[i].kind = grant) > 0;
EndFunction;

StartState
  owner := none;
  For p: Proc Do wants[p] := false EndFor;
  Undefine net;
  last := undefined;
EndStartState;

RuleSet p: Proc Do
  Rule "want" !wants[p] ==>
    wants[p] := true;
    send(request, p);
  EndRule;

  Rule "leave" owner = p ==>
    owner := none;
    last := p;
    wants[p] := false;
    MultisetRemovePred(i: net, net[i].from = p & net[i].kind = release);
  EndRule;

  Invariant "one grant" MultisetCount(i: net, net[i].from = p & net[i].kind = grant) <= 1;
EndRuleSet;

Choose i: net Do
  Alias m: net[i] Do
    Rule "serve" m.kind = request & owner = none & (IsUndefined(last) | last != m.from | !busy()) ==>
      owner := m.from;
      MultisetRemove(i, net);
    EndRule;
  EndAlias;
EndChoose;
