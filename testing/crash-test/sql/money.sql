-- The balance is the sum of the ledger and not negative; after everything has settled, no hold is open.
select b.account_id, format('The balance is %s, the ledger %s, the held amount %s, open holds %s.', b.balance_micros, coalesce(l.total, 0),
  b.held_micros, coalesce(h.total, 0)) as fault
from balances b
left join (select account_id, sum(amount_micros) as total from ledger_entries group by account_id) l using (account_id)
left join (select account_id, sum(amount_micros) as total from holds where status = 'held' group by account_id) h
  using (account_id)
where b.balance_micros <> coalesce(l.total, 0) or b.balance_micros < 0 or b.held_micros <> 0 or coalesce(h.total, 0) <> 0
