-- Rate limits, idempotency keys, the fingerprint of the master key, and functions that add and drop jobs.

-- Unlogged: losing the rows in a database crash is harmless, because a window lasts at most a minute.
create unlogged table rate_limits (
  key text primary key,
  accepted_at timestamptz[] not null,
  refused boolean not null default false
);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_sha256 text not null,
  -- The key of the operation that the request starts. A process that resumes the request finds existing results by it.
  effect_key uuid not null default gen_random_uuid(),
  -- The process that handles the request; null after an internal error or if the outcome is unknown.
  holder uuid,
  -- Null until the request is answered.
  status int,
  reply text,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- The fingerprint of the key that secrets are encrypted with. The key cannot be derived from it. One row at most.
create table master_key (
  is_the_one boolean primary key default true check (is_the_one),
  fingerprint text not null
);

-- Adds a job like graphile_worker.add_job, with two differences:
-- * It sends no notification. A transaction that notifies holds a server-wide lock while its commit is flushed to disk,
--   so that such commits of all databases run one after another. Parley notifies workers after the commit.
-- * If a job with the same key starts between the two statements, the new job is still added.
create function add_job(
  p_identifier text, p_payload json, p_queue text, p_run_at timestamptz, p_max_attempts int, p_key text,
  p_keeps_run_at boolean, p_flags jsonb default null
) returns void language plpgsql as $$
declare
  -- The number of processes that died while they ran the job that the new one replaces.
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
    -- A failed job is replaced. A job that was set aside because too many processes died in it stays, or its work would
    -- keep ending processes; only an operator can retry it.
    delete from graphile_worker._private_jobs
    where key = p_key and locked_at is null and attempts >= max_attempts and not coalesce(flags ? 'set_aside', false);

    -- A running job gives its key to the new one and is not retried.
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

    -- Otherwise the job has started in the meantime.
    exit when found;
  end loop;
end $$;

-- Deletes a waiting job. A running job finishes, but is not retried.
create function drop_job(p_key text) returns void language plpgsql as $$
begin
  delete from graphile_worker._private_jobs where key = p_key and locked_at is null;
  update graphile_worker._private_jobs
  set key = null, attempts = max_attempts, updated_at = now(), flags = coalesce(flags, '{}') || '{"replaced": true}'
  where key = p_key;
end $$;
