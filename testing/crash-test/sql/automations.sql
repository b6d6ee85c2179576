-- Every run has ended, no step was executed again after it had succeeded, and every stored result has its effect.
select account_id, format('Run %s is %s since %s (process %s, wake-up %s).', id, status, started_at, process_id,
  wake_at) as fault
from automation_runs where status in ('RUNNING', 'PAUSED')
union all
select account_id, format('Run %s has %s attempts at %s that succeeded.', run_id, count(*), path)
from automation_steps where status = 'SUCCEEDED' group by account_id, run_id, path having count(*) > 1
union all
select a.account_id, format('Run %s executed %s in attempt %s after attempt %s had succeeded.', a.run_id, a.path,
  b.attempt, a.attempt)
from automation_steps a
join automation_steps b on b.account_id = a.account_id and b.run_id = a.run_id and b.path = a.path and b.attempt > a.attempt
where a.status = 'SUCCEEDED'
union all
select account_id, format('The step %s of run %s was executed again after it had succeeded, and is %s.', path, run_id, new_status)
from crash_test.step_changes
union all
select s.account_id, format('The step %s of the run %s, which is %s, is %s.', s.path, s.run_id, r.status, s.status)
from automation_steps s
join automation_runs r on r.account_id = s.account_id and r.id = s.run_id
where r.status in ('SUCCEEDED', 'FAILED') and s.status in ('RUNNING', 'PAUSED')
union all
select account_id, format('The step %s of run %s failed: %s', path, run_id, error)
from automation_steps where error like 'An internal error%'
union all
select account_id, format('Run %s, which is %s, has %s failed steps at its end.', id, status, failed)
from (
  select r.account_id, r.id, r.status, (
    select count(*) from (
      select distinct on (path) status from automation_steps s
      where s.account_id = r.account_id and s.run_id = r.id order by path, attempt desc) latest
    where latest.status = 'FAILED') as failed
  from automation_runs r where r.status in ('SUCCEEDED', 'FAILED')) ended
where failed <> case status when 'FAILED' then 1 else 0 end
union all
select s.account_id, format('The step %s of run %s names lead %s, but the person of the run has: %s.', s.path, s.run_id,
  s.output ->> 'lead_id', coalesce(array_agg(l.id)::text, 'none'))
from automation_steps s
join automation_runs r on r.account_id = s.account_id and r.id = s.run_id
left join leads l on l.account_id = r.account_id and l.variables ->> 'update' = r.trigger ->> 'lead_text'
where s.type = 'create_lead' and s.status = 'SUCCEEDED'
group by s.account_id, s.run_id, s.path, s.output ->> 'lead_id'
having count(l.id) <> 1 or min(l.id) <> (s.output ->> 'lead_id')::bigint
union all
select r.account_id, format('%s runs have the text “%s”, which was sent once.', count(*), r.trigger ->> 'text')
from automation_runs r group by r.account_id, r.trigger ->> 'text' having count(*) > 1
