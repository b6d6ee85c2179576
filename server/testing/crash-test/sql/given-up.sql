-- I7: no job was given up, and no webhook.
select 0 as account_id, format('job %s was given up: %s', task_identifier, last_error) as fault
from graphile_worker.jobs where attempts >= max_attempts
union all
select account_id, format('webhook %s to %s is %s: %s', id, url, status, last_error)
from webhook_deliveries where status = 'failed'
