-- Webhook deliveries, their attempts, and the secrets that sign them.

create table webhook_deliveries (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- The `webhook-id` header of every attempt.
  message_id text not null,
  kind text not null,
  subject text not null,
  url text not null,
  -- Host and port of the URL. Deliveries to one receiver share its concurrency limit.
  receiver text not null,
  hook text,
  -- The exact text that is signed and sent.
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Attempts started so far. Each attempt stores its outcome under its number.
  attempts int not null default 0,
  -- Failures since the delivery was created or resent manually; determines the delay of the next retry.
  failures int not null default 0,
  last_status_code int,
  last_error text,
  next_attempt_at timestamptz,
  -- Until then, the latest attempt may be running and no other starts.
  leased_until timestamptz,
  -- The request that resent the delivery last. If that request is resumed, it does not resend again.
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
  -- Null while the attempt runs, and permanently if the process died.
  duration_ms int,
  response text,
  primary key (account_id, delivery_id, attempt),
  foreign key (account_id, delivery_id) references webhook_deliveries (account_id, id) on delete cascade
);

-- Webhooks are signed with the newest secret and, for a day after its replacement, also with the previous one.
create table webhook_secrets (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- Encrypted with the master key.
  box bytea not null,
  -- The last characters of the secret.
  hint text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
