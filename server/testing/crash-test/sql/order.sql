-- I8: what one person says, numbered in the order of saying, stands in that order and each thing once.
select account_id, format('conversation %s: %s stands behind %s', conversation_id, content, earlier) as fault
from (
  select account_id, conversation_id, content, number,
    lag(number) over said as before, lag(content) over said as earlier
  from (
    select account_id, conversation_id, id, content, turn, part,
      substring(content from ' no\. (\d+)')::int as number
    -- What failed counts for nothing, and may be said again under its key.
    from conversation_messages where author = 'customer' and content ~ ' no\. \d+' and state <> 'failed'
  ) numbered
  window said as (partition by account_id, conversation_id order by turn, part)
) neighbours
where number <= before
