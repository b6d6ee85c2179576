-- The events that clients follow live, and that they read again after a lost connection, for 24 hours.

-- Events in the order of their ids, which are taken before the transactions commit. So an id that becomes visible can be
-- lower than one that was read before, and a reader cannot continue after it.
-- Neither table has a foreign key to accounts: checking it would wait for transactions that lock the account.
create table new_live_events (
  account_id bigint not null,
  id bigint generated always as identity,
  event text not null,
  -- As it is declared in contract/events.ts, without the account.
  payload jsonb not null,
  created_at timestamptz not null default app_now(),
  primary key (account_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index new_live_events_id on new_live_events (id);
-- The words of deleted calls are deleted.
create index new_live_events_words on new_live_events (account_id, ((payload ->> 'callId')::bigint))
  where event = 'call.transcript';

-- Committed events. A transaction that sees a number also sees all lower ones.
create table live_events (
  account_id bigint not null,
  seq bigint not null,
  event text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  -- In real time, unlike created_at.
  numbered_at timestamptz not null default now(),
  primary key (account_id, seq)
);
create unique index live_events_seq on live_events (seq);
create index live_events_words on live_events (account_id, ((payload ->> 'callId')::bigint))
  where event = 'call.transcript';

-- One row. Its lock is held until the numbers that were taken under it are committed.
create table live_event_position (
  is_the_one boolean primary key default true check (is_the_one),
  -- The number of the latest event.
  last_seq bigint not null default 0,
  -- Events up to this number have been deleted.
  deleted_seq bigint not null default 0
) with (fillfactor = 50);
insert into live_event_position default values;

-- Numbers at most p_limit committed events. The numbers after v_after_seq, up to v_last_seq, are new; they belong to
-- v_account_ids. All are null if there was nothing to number.
create function number_live_events(
  p_limit int, out v_after_seq bigint, out v_last_seq bigint, out v_account_ids bigint[], out v_count int
) language plpgsql as $$
begin
  perform from new_live_events order by id limit 1;
  if not found then return; end if;
  select p.last_seq into v_after_seq from live_event_position p for update;
  -- This statement sees what other processes have committed before they released the lock.
  with taken as (
    delete from new_live_events e
    where e.id in (select n.id from new_live_events n order by n.id limit p_limit)
    returning e.*
  ), numbered as (
    insert into live_events (account_id, seq, event, payload, created_at)
    select t.account_id, v_after_seq + row_number() over (order by t.id), t.event, t.payload, t.created_at from taken t
    returning account_id, seq
  )
  select max(seq), array_agg(distinct account_id), count(*) into v_last_seq, v_account_ids, v_count from numbered;
  if v_last_seq is null then
    v_after_seq := null;
  else
    update live_event_position p set last_seq = v_last_seq;
  end if;
end $$;

-- Deletes at most p_limit of the oldest events that were numbered more than p_keep ago, and returns how many it deleted.
create function delete_old_live_events(p_keep interval, p_limit int) returns int language plpgsql as $$
declare
  v_seq bigint;
  v_count int;
begin
  perform from live_event_position for update;
  select max(seq) into v_seq
  from (select seq, numbered_at from live_events order by seq limit p_limit) oldest
  where numbered_at < now() - p_keep;
  if v_seq is null then return 0; end if;
  delete from live_events where seq <= v_seq;
  get diagnostics v_count = row_count;
  update live_event_position set deleted_seq = v_seq;
  return v_count;
end $$;
