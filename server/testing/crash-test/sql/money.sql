-- I1: the balance is the sum of the ledger and never below nothing; once all has settled, no money is held.
select b.account_id, format('balance %s, ledger %s, held %s, open holds %s', b.balance_micros, coalesce(l.total, 0),
  b.held_micros, coalesce(h.total, 0)) as fault
from balances b
left join (select account_id, sum(amount_micros) as total from ledger_entries group by account_id) l using (account_id)
left join (select account_id, sum(amount_micros) as total from holds where status = 'held' group by account_id) h
  using (account_id)
where b.balance_micros <> coalesce(l.total, 0) or b.balance_micros < 0 or b.held_micros <> 0 or coalesce(h.total, 0) <> 0
