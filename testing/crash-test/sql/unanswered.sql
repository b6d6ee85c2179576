-- The last message of every contact was answered, needs no answer, or has its answer scheduled again.
select account_id, format('Contact %s of sender %s wrote message %s and was answered up to %s.', customer_key, sender_id,
  last_inbound_id, coalesce(answered_id::text, 'none')) as fault
from chatapp_contacts
where last_inbound_id is not null and coalesce(answered_id, 0) < last_inbound_id and answer_again_at is null
