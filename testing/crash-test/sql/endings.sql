-- Every end of a conversation has one webhook delivery. Conversations by SMS have no assistant, and thus no webhook.
select c.account_id, format('Conversation %s ended %s times and has %s deliveries.', c.uuid, c.times_ended,
  count(d.id)) as fault
from conversations c
left join webhook_deliveries d on d.account_id = c.account_id and d.subject = c.uuid::text and d.kind = 'conversation.ended'
where c.assistant_id is not null
group by c.account_id, c.id, c.uuid, c.times_ended
having count(d.id) <> c.times_ended
