-- In widget conversations, every answered message is charged its price, and nothing else is.
with due as (
  select m.account_id, format('conversation:%s:%s', c.uuid, m.turn) as ref
  from conversation_messages m
  join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
  where c.type = 'widget' and m.author = 'assistant' and m.part = 1 and m.turn > 0
), paid as (
  select l.account_id, l.ref, l.amount_micros from ledger_entries l where l.kind = 'widget-message'
)
select account_id, format('%s is %s and %s (%s).', ref,
  case when d.ref is null then 'not answered' else 'answered' end,
  case when p.ref is null then 'not charged' else 'charged' end, p.amount_micros) as fault
from due d full join paid p using (account_id, ref)
where d.ref is null or p.ref is null or p.amount_micros <> -10000
