-- A token goes round; nodes count what they saw.
const N: 4; Max: 010;
type
  Node: 0..N - 1;
  Colour: enum { white, black };
  Cell: record colour: Colour; seen: 0..Max; next: Node; end;
var
  ring: array [Node] of Cell;
  token: Node;
  done: boolean;

function after(n: Node): Node;
begin
  return (n + 1) % N;
end;

procedure pass(var from: Node; target: Node);
var old: Node;
begin
  old := from;
  from := target;
  assert from != old | N = 1 "moved";
end;

startstate "all white"
begin
  for n: Node do
    ring[n].colour := white;
    ring[n].seen := 0;
    ring[n].next := after(n);
  end;
  token := 0;
  clear done;
end;

ruleset n: Node do
  alias cell: ring[n]; following: ring[cell.next] do
    rule "pass on"
      token = n & cell.seen < Max & !done
    ==>
    var hops: 0..N;
    begin
      hops := 0;
      while hops < 2 & following.colour != black do
        hops := hops + 1;
      end;
      cell.seen := cell.seen + 1;
      switch hops
        case 0: cell.colour := black;
        case 1, 2: cell.colour := cell.colour = white ? black : white;
        else error "too far";
      end;
      pass(token, cell.next);
    end;

    invariant "bounded" cell.seen <= Max -> cell.seen >= 0;
  end;
end;

rule "finish"
  forall n: Node do ring[n].seen = Max end
==>
begin
  done := true;
  put "finished\n";
  put ring;
end;

cover "black" exists n: Node do ring[n].colour = black end;
liveness done;
