-- Connections: named credentials for services that automations call.

create table connections (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('api_key', 'bearer', 'basic', 'oauth2')),
  -- {header, username, tokenUrl, clientId, scopes, testUrl, allowedHosts}
  settings jsonb not null,
  -- The token, password or client secret, encrypted with the master key.
  sealed_secret bytea not null,
  -- The masked secret.
  hint text not null,
  tested_at timestamptz,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, name)
);
