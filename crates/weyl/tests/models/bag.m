-- Letters on the way: a multiset of records, shown as a whole.
type
  Letter: record
    from: 1..2;
    text: enum { Hello, Bye };
  end;

var
  mail: multiset [2] of Letter;
  sent: 0..2;

startstate "empty"
  undefine mail;
  sent := 0;
end;

rule "send" sent < 2 ==>
  var letter: Letter;
begin
  sent := sent + 1;
  letter.from := sent;
  letter.text := (sent = 1) ? Hello : Bye;
  MultisetAdd(letter, mail);
end;

invariant "one letter at most" sent < 2;
