-- All leads, with the attempts by which a call or a message can have left.
select l.account_id, l.id::int, l.phone_number as phone, k.channel,
  (select count(*)::int from campaign_attempts a where a.account_id = l.account_id and a.lead_id = l.id) as attempts
from leads l
join campaigns k on k.account_id = l.account_id and k.id = l.campaign_id
