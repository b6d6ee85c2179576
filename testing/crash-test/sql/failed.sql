-- No job and no webhook delivery has failed.
select 0 as account_id, format('Job %s failed: %s', task_identifier, last_error) as fault
from graphile_worker.jobs where attempts >= max_attempts
union all
select account_id, format('Webhook %s to %s is %s: %s', id, url, status, last_error)
from webhook_deliveries where status = 'failed'
