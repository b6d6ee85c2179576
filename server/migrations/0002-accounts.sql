-- Accounts and their API keys.

create table accounts (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  kind text not null check (kind in ('direct', 'tenant')),
  time_zone text not null default 'UTC',
  country char(2) not null default 'US',
  created_at timestamptz not null default now()
);
create unique index accounts_email on accounts (lower(email));

create table api_keys (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  secret_sha256 bytea not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
-- An API token contains the id of its key, but not the id of the account.
create unique index api_keys_id on api_keys (id);
