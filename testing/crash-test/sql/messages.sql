-- All channel messages, with the amounts paid and refunded.
select m.account_id, m.id::int, m.uuid, m.direction, m.kind, m.head_uuid, m.part, m.state, m.status, m.external_id as sid, m.address, m.body,
  m.error_code, m.price_micros::int, m.charged_micros::int, m.ledger_ref,
  (select count(*)::int from ledger_entries l where l.account_id = m.account_id and l.ref = m.ledger_ref) as charges,
  (select coalesce(-sum(amount_micros), 0)::int from ledger_entries l
    where l.account_id = m.account_id and l.ref = m.ledger_ref) as paid_micros,
  (select coalesce(sum(amount_micros), 0)::int from ledger_entries l
    where l.account_id = m.account_id and l.ref = 'refund:' || m.ledger_ref) as refunded_micros
from chatapp_messages m
order by m.account_id, m.id
