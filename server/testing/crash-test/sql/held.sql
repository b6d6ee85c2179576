-- A message whose outcome is known has no open hold.
select h.account_id, format('Hold %s is open, but its message %s is %s, %s.', h.ref, m.id, m.state, m.status) as fault
from holds h
join chatapp_messages m on m.account_id = h.account_id and m.ledger_ref = h.ref
where h.status = 'held' and m.state not in ('waiting', 'sending', 'unknown')
