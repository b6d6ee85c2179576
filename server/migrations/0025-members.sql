-- Users, their sessions, their memberships of accounts, and the scopes of API keys.

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  -- argon2id in the PHC string format. Null until the user has set a password.
  password_hash text,
  -- May enter every account of the installation.
  is_operator boolean not null default false,
  -- The encrypted secret of the authenticator app, and when the user proved to have it.
  sealed_totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The time step of the last accepted code, which cannot be used again.
  totp_last_step bigint,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  code_sha256 bytea not null,
  primary key (user_id, code_sha256)
);

create table members (
  account_id bigint not null references accounts (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'agent', 'viewer')),
  created_at timestamptz not null,
  primary key (account_id, user_id)
);
create index members_of_user on members (user_id);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- The account that the session acts for.
  account_id bigint not null references accounts (id) on delete cascade,
  secret_sha256 bytea not null unique,
  -- The password was right, but the code of the authenticator app is still due.
  awaits_code boolean not null,
  wrong_codes int not null default 0,
  remote_address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_expiring on sessions (expires_at);

-- Links that sign a user in once, or let them set a password.
create table user_links (
  secret_sha256 bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'password')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index user_links_of_user on user_links (user_id);

create table invitations (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  email text not null,
  role text not null check (role in ('owner', 'editor', 'agent', 'viewer')),
  secret_sha256 bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create unique index invitations_email on invitations (account_id, lower(email));

-- Null: the key is not limited.
alter table api_keys add column scopes text[];
