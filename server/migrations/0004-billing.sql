-- The ledger, in millionths of a US dollar: balances, holds, and entries with a unique reference each.

create table balances (
  account_id bigint primary key references accounts (id) on delete cascade,
  balance_micros bigint not null default 0 check (balance_micros >= 0),
  held_micros bigint not null default 0 check (held_micros >= 0),
  check (held_micros <= balance_micros)
);

create table ledger_entries (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null,
  -- Identifies what is paid for, so that nothing is charged twice.
  ref text not null,
  amount_micros bigint not null,
  balance_after_micros bigint not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, ref)
);

create table holds (
  account_id bigint not null references accounts (id) on delete cascade,
  ref text not null,
  amount_micros bigint not null check (amount_micros >= 0),
  status text not null default 'held' check (status in ('held', 'settled', 'released')),
  created_at timestamptz not null default now(),
  -- A hold that has not been settled by then is released.
  expires_at timestamptz not null,
  primary key (account_id, ref)
);
create index holds_expiring on holds (expires_at) where status = 'held';
