-- A message whose outcome is known and a call that is over have no open hold.
select h.account_id, format('Hold %s is open, but its message %s is %s, %s.', h.ref, m.id, m.state, m.status) as fault
from holds h
join chatapp_messages m on m.account_id = h.account_id and m.ledger_ref = h.ref
where h.status = 'held' and m.state not in ('waiting', 'sending', 'unknown')
union all
select h.account_id, format('Hold %s is open, but its call %s is %s.', h.ref, c.id, c.status) as fault
from holds h
join calls c on c.account_id = h.account_id and h.ref = 'call:' || c.uuid
where h.status = 'held' and c.ended_at is not null
