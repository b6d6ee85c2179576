-- Servers on the same machine that an operator has chosen for the installation.

create table local_servers (
  kind text primary key check (kind in ('language', 'recognition', 'voice')),
  name text not null check (length(name) <= 40),
  url text not null check (length(url) <= 100),
  model text not null check (length(model) <= 200),
  -- The name of the member.
  chosen_by text not null,
  chosen_at timestamptz not null
);
