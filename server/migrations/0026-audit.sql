-- The audit log.

create table audit_entries (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  actor_kind text not null check (actor_kind in ('member', 'operator', 'key', 'command')),
  -- The id of the user or of the API key.
  actor_id bigint,
  actor_name text not null,
  remote_address text,
  user_agent text,
  -- The endpoint's name in the contract, or the name of an event such as `session.signedIn`.
  action text not null,
  subject text,
  -- The record as the API shows it. Of an update, only the fields that have changed.
  before jsonb,
  after jsonb,
  -- Null while the action is in progress, and for ever if the process was killed in it.
  completed_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index audit_entries_of_action on audit_entries (account_id, action, id desc);
create index audit_entries_of_subject on audit_entries (account_id, subject, id desc);

-- A completed entry can no longer be changed. Only retention deletes it, with the setting parley.deletes_audit.
create function protect_audit_entry() returns trigger language plpgsql as $$
begin
  if old.completed_at is null then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' and (
    current_setting('parley.deletes_audit', true) = 'on' or not exists (select from accounts where id = old.account_id)
  ) then
    return old;
  end if;
  raise exception 'Entries of the audit log cannot be changed.';
end $$;
create trigger audit_entries_protected before update or delete on audit_entries
  for each row execute function protect_audit_entry();
