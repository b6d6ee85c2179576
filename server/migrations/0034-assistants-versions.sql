-- The versions of the settings of assistants.

alter table assistants add column version int not null default 1;

-- Deleted with the assistant. Assistants from before this table get their first rows with their next change.
create table assistant_versions (
  account_id bigint not null,
  assistant_id bigint not null,
  version int not null,
  -- Null if it is not known who made the change.
  author_kind text check (author_kind in ('member', 'operator', 'key', 'parley')),
  -- The name of the member or API key; null for Parley.
  author text,
  -- The names of the settings that differ from the version before; empty for the first one.
  changed_settings text[] not null,
  settings jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, assistant_id, version),
  foreign key (account_id, assistant_id) references assistants (account_id, id) on delete cascade
);
