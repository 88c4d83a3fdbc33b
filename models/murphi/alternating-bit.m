-- The alternating bit protocol (K. A. Bartlett, R. A. Scantlebury and
-- P. T. Wilkinson, 1969) over channels that lose, in both directions. Channels
-- are FIFO queues of records; a rule loses any message, also in the middle. The
-- data is a number modulo 3, enough to see loss, repetition and reordering.
-- weyl: verdict=holds full-states=450 full-transitions=2478

const
  CAPACITY: 3;
  DATA: 3;

type
  Bit: 0..1;
  Data: 0..DATA - 1;
  Length: 0..CAPACITY;
  Position: 1..CAPACITY;
  Packet: record
    bit: Bit;
    data: Data;
  end;
  Queue: record
    length: Length;
    packet: array [Position] of Packet;
  end;
  Direction: enum { Forth, Back };

var
  channel: array [Direction] of Queue;
  send_bit: Bit;
  send_data: Data;
  receive_bit: Bit;      -- the bit expected next
  receive_data: Data;    -- the data expected next

procedure put_packet(d: Direction; bit: Bit; data: Data);
begin
  alias queue: channel[d] do
    queue.length := queue.length + 1;
    queue.packet[queue.length].bit := bit;
    queue.packet[queue.length].data := data;
  end;
end;

procedure remove(d: Direction; position: Position);
begin
  alias queue: channel[d] do
    for i := 1 to CAPACITY - 1 do
      if i >= position then
        queue.packet[i] := queue.packet[i + 1];
      end;
    end;
    undefine queue.packet[CAPACITY];
    queue.length := queue.length - 1;
  end;
end;

startstate
  for d: Direction do
    channel[d].length := 0;
    undefine channel[d].packet;
  end;
  send_bit := 0;
  send_data := 0;
  receive_bit := 0;
  receive_data := 0;
end;

rule "sender sends, again and again"
  channel[Forth].length < CAPACITY
==>
  put_packet(Forth, send_bit, send_data);
end;

rule "sender gets an acknowledgement"
  channel[Back].length > 0
==>
  if channel[Back].packet[1].bit = send_bit then
    send_bit := 1 - send_bit;
    send_data := (send_data + 1) % DATA;
  end;
  remove(Back, 1);
end;

rule "receiver gets a packet"
  channel[Forth].length > 0 & channel[Back].length < CAPACITY
==>
  alias packet: channel[Forth].packet[1] do
    if packet.bit = receive_bit then
      assert packet.data = receive_data "data arrives in order";
      receive_bit := 1 - receive_bit;
      receive_data := (receive_data + 1) % DATA;
    end;
    put_packet(Back, packet.bit, 0);
  end;
  remove(Forth, 1);
end;

ruleset d: Direction; position: Position do
  rule "the channel loses a packet"
    position <= channel[d].length
  ==>
    remove(d, position);
  end;
end;

invariant "the sender is at most one ahead"
  receive_data = send_data | receive_data = (send_data + 1) % DATA;

liveness "the receiver can get on"
  receive_data = 0;
