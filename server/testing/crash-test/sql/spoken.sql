-- What customers said in text conversations, and what they were answered.
select c.uuid, said.content as said, answer.content as heard
from conversation_messages said
join conversations c on c.account_id = said.account_id and c.id = said.conversation_id
left join conversation_messages answer on answer.account_id = said.account_id
  and answer.conversation_id = said.conversation_id and answer.turn = said.turn and answer.part = 1
where said.author = 'customer' and c.type = 'widget'
