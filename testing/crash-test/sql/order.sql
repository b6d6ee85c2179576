-- The messages of one author, numbered as they were written, are stored in that order and once each.
select account_id, format('Conversation %s has “%s” after “%s”.', conversation_id, content, earlier) as fault
from (
  select account_id, conversation_id, content, number,
    lag(number) over written as before, lag(content) over written as earlier
  from (
    select account_id, conversation_id, id, content, turn, part,
      substring(content from ' no\. (\d+)')::int as number
    -- Failed messages do not count and may be sent again under their key.
    from conversation_messages where author = 'customer' and content ~ ' no\. \d+' and state <> 'failed'
  ) numbered
  window written as (partition by account_id, conversation_id order by turn, part)
) neighbours
where number <= before
