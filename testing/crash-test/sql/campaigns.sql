-- Every lead has ended, every attempt is stored with its call or message, and the counts of campaigns are exact.
select account_id, format('Campaign %s is %s (%s).', id, status, pause_reason) as fault
from campaigns k
where status <> 'completed' and exists (select from leads l where l.account_id = k.account_id and l.campaign_id = k.id)
union all
select account_id, format('Lead %s is %s.', id, status)
from leads where status not in ('completed', 'reached-max-retries', 'blacklisted')
union all
select l.account_id, format('Lead %s has %s attempts, but these are stored: %s.', l.id, l.attempts,
  array_agg(a.number order by a.number))
from leads l
left join campaign_attempts a on a.account_id = l.account_id and a.lead_id = l.id
group by l.account_id, l.id, l.attempts
having count(distinct a.number) <> l.attempts or count(a.id) <> l.attempts or coalesce(max(a.number), 0) <> l.attempts
union all
-- One retry; canceled attempts do not count.
select account_id, format('Lead %s was contacted %s times.', lead_id, count(*))
from campaign_attempts where outcome <> 'canceled' group by account_id, lead_id having count(*) > 2
union all
select a.account_id, format('Attempt %s follows attempt %s, which has reached the person.', b.id, a.id)
from campaign_attempts a
join campaign_attempts b on b.account_id = a.account_id and b.lead_id = a.lead_id and b.number > a.number
where a.outcome = 'person'
union all
select a.account_id, format('Attempt %s is open.', a.id) from campaign_attempts a where a.ended_at is null
union all
select a.account_id, format('Attempt %s has the call %s, %s.', a.id, c.id, c.uuid)
from campaign_attempts a
left join calls c on c.account_id = a.account_id and c.id = a.call_id
where a.channel = 'call' and (c.uuid is distinct from a.uuid or c.lead_id is distinct from a.lead_id)
union all
select c.account_id, format('Call %s belongs to campaign %s, but to no attempt.', c.id, c.campaign_id)
from calls c
where c.campaign_id is not null and not exists (
  select from campaign_attempts a where a.account_id = c.account_id and a.uuid = c.uuid)
union all
select a.account_id, format('Attempt %s has the message %s, but %s was sent.', a.id, a.message_id, m.id)
from campaign_attempts a
left join chatapp_messages m on m.account_id = a.account_id and m.effect_key = a.uuid::text
where a.channel <> 'call' and a.message_id is distinct from m.id
union all
select coalesce(c.account_id, r.account_id), format('Campaign %s counts %s of %s %s, but there are %s.',
  coalesce(c.campaign_id, r.campaign_id), c.count, coalesce(c.kind, r.kind), coalesce(c.value, r.value), r.count)
from campaign_counts c
full join (
  select account_id, campaign_id, 'lead' as kind, status as value, count(*) from leads group by 1, 2, 3, 4
  union all
  select account_id, campaign_id, 'attempt', outcome, count(*) from campaign_attempts where outcome is not null
  group by 1, 2, 3, 4
  union all
  select account_id, campaign_id, 'goal', case when goal_reached then 'reached' else 'missed' end, count(*)
  from campaign_attempts where goal_reached is not null group by 1, 2, 3, 4
) r using (account_id, campaign_id, kind, value)
where coalesce(c.count, 0) <> coalesce(r.count, 0)
