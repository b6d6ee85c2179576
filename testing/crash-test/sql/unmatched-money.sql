-- Every charge and refund of a message belongs to a stored message.
select l.account_id, format('The entry %s of %s under %s has no message.', l.kind, l.amount_micros, l.ref) as fault
from ledger_entries l
where l.kind in ('chatapp-message', 'chatapp-refund', 'sms-message', 'sms-refund') and not exists (
  select from chatapp_messages m
  where m.account_id = l.account_id and (m.ledger_ref = l.ref or 'refund:' || m.ledger_ref = l.ref))
