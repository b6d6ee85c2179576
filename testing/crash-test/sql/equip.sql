-- What the crash test adds to the database: a log of status changes, procedures that move time, and a view of unfinished work.

create schema crash_test;

create table crash_test.status_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  message_id bigint not null,
  old_state text not null,
  new_state text not null,
  old_status text not null,
  new_status text not null,
  at timestamptz not null default clock_timestamp()
);

create function crash_test.log_status_change() returns trigger language plpgsql as $$
begin
  insert into crash_test.status_changes (account_id, message_id, old_state, new_state, old_status, new_status)
  values (new.account_id, new.id, old.state, new.state, old.status, new.status);
  return new;
end $$;

create trigger crash_test_log_status_change after update on chatapp_messages for each row
  when (old.state is distinct from new.state or old.status is distinct from new.status)
  execute function crash_test.log_status_change();

-- Steps of automations that were executed again after they had succeeded.
create table crash_test.step_changes (
  account_id bigint not null,
  run_id uuid not null,
  path text not null,
  new_status text not null
);

create function crash_test.log_step_change() returns trigger language plpgsql as $$
begin
  insert into crash_test.step_changes (account_id, run_id, path, new_status)
  values (new.account_id, new.run_id, new.path, new.status);
  return new;
end $$;

create trigger crash_test_log_step_change after update on automation_steps for each row
  when (old.status = 'SUCCEEDED' and (new.status <> 'SUCCEEDED' or new.ended_at is distinct from old.ended_at))
  execute function crash_test.log_step_change();

-- Campaigns send messages without pauses, which would only prolong the verification.
create function crash_test.send_without_pauses() returns trigger language plpgsql as $$
begin
  new.next_message_at := null;
  return new;
end $$;

create trigger crash_test_send_without_pauses before update on campaigns for each row
  when (new.next_message_at is not null) execute function crash_test.send_without_pauses();

-- Makes due what waits for its time, expires what a process that died before `since` had taken for itself, and lets
-- conversations become inactive in which nothing has happened since then. Turning the clock would also expire what the
-- living process holds. Rows that are locked are left for the next time, and each step commits, so that nothing ever
-- waits for this.
create procedure crash_test.forward(since timestamptz) language plpgsql as $$
begin
  -- A job fails for good after a few deaths of its process, because it may be their cause. Here processes are killed from
  -- outside, over and over, and the pauses between attempts are cut short: no death counts.
  update graphile_worker._private_jobs
  set attempts = greatest(attempts - (flags ->> 'deaths')::int, 0), flags = flags - 'deaths'
  where id in (
    select id from graphile_worker._private_jobs where flags ? 'deaths' and not flags ? 'replaced'
    for update skip locked);
  commit;

  update graphile_worker._private_jobs set run_at = now() where id in (
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.run_at > now() and j.locked_at is null and t.identifier <> 'senders.sync'
      -- A job that ends an active conversation only postpones itself. All of them, over and over, would occupy a slow
      -- machine, so one in twenty becomes due.
      and (t.identifier <> 'conversations.end' or random() < 0.05 or not exists (
        select from conversations c
        where c.account_id = (j.payload ->> 'accountId')::bigint and c.id = (j.payload ->> 'conversationId')::bigint
          and status = 'open' and not end_requested and last_activity_at > app_now() - interval '30 minutes'))
    for update of j skip locked);
  -- Idle workers only poll every few seconds.
  perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', 16)::text);
  commit;

  -- Expires the claims of processes that are no longer alive.
  update conversations set turn_until = app_now() - interval '1 second' where (account_id, id) in (
    select account_id, id from conversations
    where turn_until > app_now() and cardinality(turn_line) > 0 and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted
        and classid = (hashtext('parley liveness')::bigint & 4294967295)::oid
        and objid = (hashtext(turn_processes[1]::text)::bigint & 4294967295)::oid)
    for update skip locked);
  commit;

  update conversations set last_activity_at = last_activity_at - interval '1 day' where (account_id, id) in (
    select account_id, id from conversations
    where status = 'open' and updated_at < since and last_activity_at > app_now() - interval '1 day'
    for update skip locked);
  commit;

  -- A lease is good for 25 seconds.
  update webhook_deliveries set leased_until = app_now() - interval '1 second' where (account_id, id) in (
    select account_id, id from webhook_deliveries
    where leased_until > app_now() and leased_until < since + interval '25 seconds' for update skip locked);
  commit;

  update webhook_deliveries set next_attempt_at = app_now() - interval '2 minutes' where (account_id, id) in (
    select account_id, id from webhook_deliveries
    where next_attempt_at > app_now() - interval '2 minutes' and leased_until is null
    for update skip locked);
  commit;

  -- One that is in doubt since a dead process sent it may have been looked for by a living one, for its request.
  update chatapp_messages set look_at = app_now() - interval '1 second' where (account_id, id) in (
    select account_id, id from chatapp_messages
    where look_at > app_now() and (updated_at < since or (state = 'unknown' and created_at < since))
    for update skip locked);
  commit;

  -- A call that was dialed by a dead process, or about whose end no callback arrived.
  update calls set dialed_at = dialed_at - interval '1 minute', updated_at = updated_at - interval '1 minute'
  where (account_id, id) in (
    select account_id, id from calls
    where ended_at is null and answered_at is null and dial_state <> 'waiting'
      and updated_at > app_now() - interval '1 minute' and (updated_at < since or external_id is not null)
    for update skip locked);
  commit;

  update leads set due_at = app_now() where (account_id, id) in (
    select account_id, id from leads
    where due_at > app_now() and status in ('created', 'scheduled', 'rescheduled') for update skip locked);
  commit;

  update automation_runs set wake_at = app_now() where (account_id, id) in (
    select account_id, id from automation_runs
    where status = 'PAUSED' and wake_at > app_now() for update skip locked);
  commit;

  update campaigns set next_at = app_now() where (account_id, id) in (
    select account_id, id from campaigns
    where status = 'in-progress' and next_at > app_now() for no key update skip locked);
  commit;

  -- A message whose delivery the carrier has not reported.
  update campaign_attempts set expires_at = app_now() where (account_id, id) in (
    select account_id, id from campaign_attempts
    where ended_at is null and expires_at > app_now() and created_at < since and message_id is not null
    for update skip locked);
  commit;

  update carrier_inbox set received_at = received_at - interval '11 minutes' where id in (
    select id from carrier_inbox
    where done_at is null and received_at > app_now() - interval '10 minutes' and received_at < since
    for update skip locked);
end $$;

create function crash_test.lapse_holds(since timestamptz) returns void language sql as $$
  update holds set expires_at = app_now() - interval '1 second' where status = 'held' and created_at < since;
$$;

create procedure crash_test.run_crons(names text[]) language plpgsql as $$
declare name text;
begin
  foreach name in array names loop
    -- One that is still under way is not asked for again.
    if not exists (
      select from graphile_worker.jobs where task_identifier = 'cron:' || name and locked_at is not null
    ) then
      perform add_job('cron:' || name, '{}', null, now(), 25, 'crash-test:' || name, false);
    end if;
    commit;
  end loop;
end $$;

-- All work that has not ended.
create view crash_test.unsettled as
  select 'job' as what, task_identifier || coalesce(' ' || key, '') as which,
    format('attempt %s of %s, locked by %s, run at %s: %s', attempts, max_attempts, coalesce(locked_by, 'nobody'), run_at,
      last_error) as detail
  from graphile_worker.jobs
  where task_identifier <> 'senders.sync'
  union all
  select 'inbox', subject, event || ' of ' || external_id from carrier_inbox where done_at is null
  union all
  select 'message', account_id || ':' || id, state || ', ' || status from chatapp_messages
  where state in ('waiting', 'sending', 'unknown')
  union all
  select 'turn', account_id || ':' || id, 'line ' || turn_line::text || ' until ' || coalesce(turn_until::text, 'nothing')
  from conversations where turn_line <> '{}'
  union all
  select 'webhook', account_id || ':' || id, format('attempt %s, next %s, leased until %s: %s', attempts, next_attempt_at,
    leased_until, last_error)
  from webhook_deliveries where status = 'pending'
  union all
  select 'call', account_id || ':' || id, format('%s, %s, ended %s, dialed %s, deadline %s', status, dial_state,
    coalesce(ended_reason, 'not'), dialed_at, deadline_at)
  from calls where reported_at is null
  union all
  select 'campaign', account_id || ':' || id, format('%s, next %s, waiting for %s', status, next_at, waiting_reason)
  from campaigns where status in ('scheduled', 'in-progress')
  union all
  select 'attempt', account_id || ':' || id, format('number %s by %s, expires %s', number, channel, expires_at)
  from campaign_attempts where ended_at is null
  union all
  select 'run', account_id || ':' || id, format('%s since %s, process %s, wake-up %s', status, started_at, process_id,
    wake_at)
  from automation_runs where status in ('RUNNING', 'PAUSED');
