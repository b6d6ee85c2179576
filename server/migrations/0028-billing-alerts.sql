-- Alerts when the balance of an account falls below a threshold.

-- Kept with the balance, because a charge that waits for the lock on it reads only this row again.
alter table balances
  -- The highest threshold that the balance has not fallen below.
  add column alert_below_micros bigint,
  -- The lowest threshold that it has fallen below.
  add column rearm_at_micros bigint;

create table balance_alerts (
  account_id bigint primary key references accounts (id) on delete cascade,
  webhook_url text,
  emails text[] not null,
  updated_at timestamptz not null
);

create table balance_thresholds (
  account_id bigint not null references balance_alerts (account_id) on delete cascade,
  threshold_micros bigint not null check (threshold_micros > 0),
  -- When the balance fell below it; null while the balance is not below it.
  crossed_at timestamptz,
  primary key (account_id, threshold_micros)
);
