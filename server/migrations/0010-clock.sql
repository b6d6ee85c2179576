-- The application's clock: the time of the database plus an offset that only a sandbox carrier and tests set.

-- One row at most. Empty while the clock shows real time, as it always does in production.
create table clock_offset (
  is_the_one boolean primary key default true check (is_the_one),
  offset_ms bigint not null
);

-- Returns the same time throughout a statement. PL/pgSQL caches the plan for the session; an SQL function that reads a
-- table cannot be inlined, and PostgreSQL before 18 would plan it again in every statement.
create function app_now() returns timestamptz language plpgsql stable parallel safe as $$
begin
  return statement_timestamp() + coalesce((select offset_ms from clock_offset), 0) * interval '1 millisecond';
end $$;

-- Sets the offset and notifies all processes when the transaction commits. Jobs are scheduled in real time: when the clock
-- is turned forward, waiting jobs are moved forward by the same amount; when it is turned back, they keep their remaining
-- delay.
create function turn_clock(p_offset_ms bigint) returns void language plpgsql as $$
declare
  v_forward interval;
begin
  lock table clock_offset in share row exclusive mode;
  v_forward := (p_offset_ms - coalesce((select offset_ms from clock_offset), 0)) * interval '1 millisecond';
  delete from clock_offset;
  insert into clock_offset (offset_ms) select p_offset_ms where p_offset_ms <> 0;
  if v_forward > interval '0' then
    update graphile_worker._private_jobs set run_at = run_at - v_forward
    where locked_at is null and run_at > statement_timestamp();
    perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', 16)::text);
  end if;
  perform pg_notify('clock', '');
end $$;

alter table accounts alter column created_at set default app_now();
alter table api_keys alter column created_at set default app_now();
alter table ledger_entries alter column created_at set default app_now();
alter table holds alter column created_at set default app_now();
