-- What the plumbing itself remembers: accepted requests, answers that may be asked for again, work that is to be done.

-- Lost in a crash of the database, which costs nothing: a window is a second or a minute long.
create unlogged table rate_limits (
  key text primary key,
  accepted_at timestamptz[] not null,
  refused boolean not null default false
);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_sha256 text not null,
  -- Names what the request brings about, so that whoever takes it up finds what was made already.
  effect_key uuid not null default gen_random_uuid(),
  -- The process that answers it; null when that one failed by our fault or left the end in doubt.
  holder uuid,
  -- Null while the request is being answered.
  status int,
  reply text,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Under which key secrets are sealed; one row, told from the key but not telling it.
create table master_key (
  is_the_one boolean primary key default true check (is_the_one),
  fingerprint text not null
);

-- States a job for Graphile Worker as its own add_job does, with two differences. It notifies nobody: a transaction that
-- notifies holds a lock of the whole server while its commit is written to disk, so that all such commits of all
-- databases wait for each other; workers are woken after the commit instead. And a job that begins between the two
-- statements never swallows the one that is stated.
create function state_job(
  p_identifier text, p_payload json, p_queue text, p_run_at timestamptz, p_max_attempts int, p_key text,
  p_keeps_run_at boolean, p_flags jsonb default null
) returns void language plpgsql as $$
declare
  -- How many processes have died in the job that the new one replaces.
  v_deaths jsonb;
begin
  insert into graphile_worker._private_tasks (identifier) select p_identifier
  where not exists (select from graphile_worker._private_tasks where identifier = p_identifier)
  on conflict do nothing;

  insert into graphile_worker._private_job_queues (queue_name) select p_queue
  where p_queue is not null
    and not exists (select from graphile_worker._private_job_queues where queue_name = p_queue)
  on conflict do nothing;

  loop
    -- One that was given up is gone: the new one does its work. One in which too many processes died stays set aside, or
    -- its work would go on to end processes; only an operator has it tried again.
    delete from graphile_worker._private_jobs
    where key = p_key and locked_at is null and attempts >= max_attempts and not coalesce(flags ? 'set_aside', false);

    -- One that is under way leaves its key to the new one: nobody tries it again.
    update graphile_worker._private_jobs
    set key = null, attempts = max_attempts, updated_at = now(),
      flags = coalesce(flags, '{}') || jsonb_build_object('replaced', p_key)
    where key = p_key and locked_at is not null
    returning flags -> 'deaths' into v_deaths;

    insert into graphile_worker._private_jobs as waiting
      (task_id, job_queue_id, payload, run_at, max_attempts, key, flags)
    select t.id, q.id, p_payload, p_run_at, p_max_attempts, p_key,
      case when v_deaths is null then p_flags
        else coalesce(p_flags, '{}') || jsonb_build_object('deaths', v_deaths) end
    from graphile_worker._private_tasks t left join graphile_worker._private_job_queues q on q.queue_name = p_queue
    where t.identifier = p_identifier
    on conflict (key) do update set
      task_id = excluded.task_id, job_queue_id = excluded.job_queue_id, payload = excluded.payload,
      max_attempts = excluded.max_attempts, revision = waiting.revision + 1, updated_at = now(),
      flags = coalesce(waiting.flags || excluded.flags, waiting.flags, excluded.flags),
      attempts = case when waiting.flags ? 'set_aside' then excluded.max_attempts else 0 end,
      last_error = case when waiting.flags ? 'set_aside' then waiting.last_error end,
      run_at = case when p_keeps_run_at and waiting.attempts = 0 then waiting.run_at else excluded.run_at end
    where waiting.locked_at is null;

    -- It has begun in the meantime.
    exit when found;
  end loop;
end $$;

-- A job that is not needed any more: one that waits is gone; one that is under way is tried no more, whatever becomes of
-- it.
create function drop_job(p_key text) returns void language plpgsql as $$
begin
  delete from graphile_worker._private_jobs where key = p_key and locked_at is null;
  update graphile_worker._private_jobs
  set key = null, attempts = max_attempts, updated_at = now(), flags = coalesce(flags, '{}') || '{"replaced": true}'
  where key = p_key;
end $$;
