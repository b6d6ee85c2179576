-- What is sent to the addresses that accounts name: each delivery, each attempt at it, and the secrets that sign it.

create table webhook_deliveries (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- The `webhook-id` of every attempt.
  message_id text not null,
  kind text not null,
  subject text not null,
  url text not null,
  -- Host and port of the address: what is slow together.
  receiver text not null,
  hook text,
  -- The exact bytes that are signed and sent.
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Attempts begun, ever; the latest one's number, by which it settles.
  attempts int not null default 0,
  -- Failures since the delivery was stated or sent again by hand: its place in the schedule.
  failures int not null default 0,
  last_status_code int,
  last_error text,
  next_attempt_at timestamptz,
  -- Until then the latest attempt may be under way, and no other begins.
  leased_until timestamptz,
  -- The request that had it sent again last, so that a request that is taken up does not once more.
  resent_under uuid,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (account_id, id),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check (status = 'pending' or leased_until is null)
);
create index webhook_deliveries_subject on webhook_deliveries (account_id, subject, id);
create index webhook_deliveries_receiver on webhook_deliveries (account_id, receiver, next_attempt_at, id)
  where status = 'pending';
create index webhook_deliveries_leased on webhook_deliveries (account_id, receiver) where leased_until is not null;
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

create table webhook_attempts (
  account_id bigint not null,
  delivery_id bigint not null,
  attempt int not null,
  at timestamptz not null,
  status_code int,
  error text,
  -- Null while it is under way, and for ever when the process died.
  duration_ms int,
  response text,
  primary key (account_id, delivery_id, attempt),
  foreign key (account_id, delivery_id) references webhook_deliveries (account_id, id) on delete cascade
);

-- The newest signs; one before it goes on signing beside it for a day after it was replaced.
create table webhook_secrets (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- Sealed under the master key.
  box bytea not null,
  -- The last characters, to know it by.
  hint text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
