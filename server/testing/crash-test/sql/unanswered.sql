-- I8: whoever wrote last was answered, or it was decided that nobody answers, or that it is tried again: without money.
select account_id, format('customer %s of sender %s wrote message %s and was answered up to %s', customer_key, sender_id,
  last_inbound_id, coalesce(answered_id::text, 'nothing')) as fault
from chatapp_contacts
where last_inbound_id is not null and coalesce(answered_id, 0) < last_inbound_id and answer_again_at is null
