-- All calls, with what was charged for them and the webhooks about them.
select c.account_id, c.id::int, c.uuid, c.client_phone as phone, c.campaign_id::int, c.external_id as sid, c.status, c.ended_reason,
  c.duration_seconds, c.cost_micros::int, c.ended_at is not null as is_ended,
  (select count(*)::int from ledger_entries l where l.account_id = c.account_id and l.ref = 'call:' || c.uuid) as charges,
  (select coalesce(-sum(amount_micros), 0)::int from ledger_entries l
    where l.account_id = c.account_id and l.ref = 'call:' || c.uuid) as paid_micros,
  (select count(*)::int from webhook_deliveries d
    where d.account_id = c.account_id and d.subject = c.uuid::text and d.kind = 'call.ended') as deliveries
from calls c
order by c.account_id, c.id
