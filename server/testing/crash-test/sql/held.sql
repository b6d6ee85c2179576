-- I1: a message whose outcome is known holds no money.
select h.account_id, format('hold %s of message %s, which is %s, %s', h.ref, m.id, m.state, m.status) as fault
from holds h
join chatapp_messages m on m.account_id = h.account_id and m.ledger_ref = h.ref
where h.status = 'held' and m.state not in ('waiting', 'sending', 'unknown')
