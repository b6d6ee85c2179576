-- Customers' messages in widget conversations, with their answers.
select c.uuid, question.content as text, answer.content as answer
from conversation_messages question
join conversations c on c.account_id = question.account_id and c.id = question.conversation_id
left join conversation_messages answer on answer.account_id = question.account_id
  and answer.conversation_id = question.conversation_id and answer.turn = question.turn and answer.part = 1
where question.author = 'customer' and c.type = 'widget'
