-- All runs of automations, with their last attempt at each step.
select r.account_id, r.id, r.status, r.has_waited, r.trigger ->> 'text' as text, r.trigger ->> 'phone' as phone,
  (select coalesce(json_object_agg(path, status), '{}') from (
    select distinct on (path) path, status from automation_steps s
    where s.account_id = r.account_id and s.run_id = r.id order by path, attempt desc) latest) as steps,
  (select coalesce(json_object_agg(path, count), '{}') from (
    select path, count(*) as count from automation_steps s
    where s.account_id = r.account_id and s.run_id = r.id and status = 'FAILED' and not in_doubt group by path) certain
  ) as certain_failures
from automation_runs r
