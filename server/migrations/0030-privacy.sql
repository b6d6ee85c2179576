-- How long personal data is kept, and marks and indexes for its deletion.

-- Kinds without a row are kept. The columns of the current run are null unless one is in progress.
create table retention_rules (
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null,
  -- Null: kept.
  days int check (days between 1 and 3650),
  -- Records from before this time are being deleted, and how many have been.
  run_before timestamptz,
  run_deleted bigint not null default 0,
  -- The latest run that was completed.
  last_finished_at timestamptz,
  last_before timestamptz,
  last_deleted bigint,
  -- Records from before `last_before` that were left.
  last_remaining bigint,
  last_oldest_at timestamptz,
  primary key (account_id, kind)
);
create index retention_rules_kept on retention_rules (account_id, kind) where days is not null;

-- The times at which the application's clock was read, to notice that it has jumped. One row at most.
create table retention_clock (
  is_the_one boolean primary key default true check (is_the_one),
  trusted_at timestamptz not null,
  -- Null unless the clock was far ahead of `trusted_at`.
  jumped_at timestamptz
);

-- Receipts of erasures. They contain nothing about the person.
create table erasures (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  status text not null default 'running' check (status in ('running', 'completed')),
  -- The addresses of the person, encrypted with the master key; null after the end.
  sealed_person bytea,
  -- Something with the person is in progress; the erasure goes on when it has ended.
  is_waiting boolean not null default false,
  -- {calls: 2, …}: how many records of a kind were deleted.
  deleted jsonb not null default '{}',
  -- A hash of the number remains on the do-not-contact list. Null until the end.
  is_kept boolean,
  requested_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  check ((status = 'running') = (finished_at is null)),
  check (status = 'running' or sealed_person is null)
);
create index erasures_running on erasures (requested_at) where status = 'running';

alter table calls
  -- When the transcript, timeline and evaluation were deleted, and when everything about the person was.
  add column words_deleted_at timestamptz,
  add column erased_at timestamptz;
create index calls_with_words on calls (account_id, ended_at) where ended_at is not null and words_deleted_at is null;
create index calls_with_person on calls (account_id, ended_at) where ended_at is not null and erased_at is null;
create index calls_with_recording on calls (account_id, ended_at) where recording_key is not null;

-- Null after the erasure of the person. Then number_key is a keyed hash, see server/features/consents/erased-key.ts.
alter table do_not_contact alter column phone_number drop not null;
alter table consents alter column phone_number drop not null;

create index campaign_attempts_with_person on campaign_attempts (account_id, created_at) where phone_number <> '';
create index chatapp_messages_created_at on chatapp_messages (account_id, created_at);
create index chatapp_messages_customer on chatapp_messages (account_id, customer_key);
create index conversation_messages_created_at on conversation_messages (account_id, created_at);

-- A completed entry can no longer be changed. Retention deletes it and erasure empties it, with the setting
-- parley.deletes_audit.
create or replace function protect_audit_entry() returns trigger language plpgsql as $$
begin
  if old.completed_at is null or current_setting('parley.deletes_audit', true) = 'on' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' and not exists (select from accounts where id = old.account_id) then
    return old;
  end if;
  raise exception 'Entries of the audit log cannot be changed.';
end $$;
