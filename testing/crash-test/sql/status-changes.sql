-- A status never goes back, and an accepted message stays accepted. A refused message may turn out to have been sent.
select account_id, format('Message %s went from %s, %s to %s, %s.', message_id, old_state, old_status, new_state,
  new_status) as fault
from crash_test.status_changes
where old_state in ('accepted', 'received') and new_state <> old_state
  or old_state <> 'refused' and old_status in ('failed', 'undelivered', 'canceled') and new_status <> old_status
  or old_state <> 'refused' and coalesce(array_position(array['accepted', 'queued', 'sending', 'sent', 'delivered', 'read'],
    new_status) < array_position(array['accepted', 'queued', 'sending', 'sent', 'delivered', 'read'], old_status), false)
  or old_status in ('delivered', 'read') and new_status in ('failed', 'undelivered', 'canceled')
