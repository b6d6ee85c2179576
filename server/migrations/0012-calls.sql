-- Calls, their transcripts, timelines and transfers.

create table calls (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- Identifies the call in the URLs that are passed to the carrier, and in the ledger.
  uuid uuid not null unique,
  assistant_id bigint not null,
  -- The settings of the assistant when the call was created. The call uses them until its end.
  assistant jsonb not null,
  type text not null check (type in ('inbound', 'outbound', 'web')),
  status text not null check (status in ('initiated', 'ringing', 'in-progress', 'busy', 'no-answer', 'failed', 'ended',
    'completed', 'ended_by_customer', 'ended_by_assistant')),
  -- E.164, or the carrier's word for a hidden number. Null for web calls.
  assistant_phone text,
  client_phone text,
  variables json not null,
  -- Part of callback URLs. Callbacks without it are rejected.
  callback_token uuid not null,
  carrier_account_sid text,
  carrier_sid text,
  -- waiting: for the job; dialing: the carrier may have the call; placed: the carrier has it; refused: it was not placed.
  dial_state text not null check (dial_state in ('waiting', 'dialing', 'placed', 'refused')),
  dialed_at timestamptz,
  -- Admits one media connection, once.
  media_token_sha256 bytea unique,
  media_token_until timestamptz,
  -- The process that has the media connection.
  process_id text,
  max_seconds int not null,
  -- Per minute.
  price_micros bigint not null,
  carrier_price_micros bigint not null,
  -- When the media connection was opened, and when the session last reported that it is alive.
  answered_at timestamptz,
  checkpoint_at timestamptz,
  -- The call is checked at the carrier if it is still open then. Null after the end.
  deadline_at timestamptz,
  ended_at timestamptz,
  -- The talk time that the carrier reported.
  carrier_seconds int,
  duration_seconds int,
  ended_reason text,
  ended_by text check (ended_by in ('caller', 'assistant', 'system')),
  error_code int,
  error_message text,
  answered_by text check (answered_by in ('human', 'machine', 'unknown')),
  -- The answering machine has finished its greeting.
  greeting_ended boolean not null default false,
  cost_micros bigint not null default 0,
  carrier_cost_micros bigint not null default 0,
  recording_key text,
  -- [{atMs, recognizedMs, …}]: one entry for each answer of the assistant.
  latency jsonb not null default '[]',
  evaluation json,
  -- When the call was evaluated and its webhooks were queued.
  reported_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, assistant_id) references assistants (account_id, id),
  check ((ended_at is null) = (status in ('initiated', 'ringing', 'in-progress'))),
  check ((ended_at is null) = (deadline_at is not null)),
  check ((ended_at is null) = (ended_reason is null))
) with (fillfactor = 80);
create unique index calls_carrier_sid on calls (carrier_account_sid, carrier_sid) where carrier_sid is not null;
create index calls_created_at on calls (account_id, created_at, id);
create index calls_assistant on calls (account_id, assistant_id);
create index calls_client_phone on calls (account_id, client_phone);
create index calls_open on calls (deadline_at) where deadline_at is not null;
create index calls_unreported on calls (ended_at) where reported_at is null and ended_at is not null;

create table call_transcript (
  account_id bigint not null,
  call_id bigint not null,
  position int not null,
  speaker text not null check (speaker in ('assistant', 'customer')),
  -- What was said, or, of the assistant, what was played until it was interrupted.
  text text not null,
  -- Milliseconds since answered_at.
  at_ms int not null,
  interrupted boolean not null default false,
  primary key (account_id, call_id, position),
  foreign key (account_id, call_id) references calls (account_id, id) on delete cascade
);

create table call_timeline (
  account_id bigint not null,
  call_id bigint not null,
  id bigint generated always as identity,
  at timestamptz not null,
  type text not null,
  detail json not null,
  primary key (account_id, call_id, id),
  foreign key (account_id, call_id) references calls (account_id, id) on delete cascade
);

-- Connections of a caller to another phone number. The carrier's talk time of the transfer is paid separately.
create table call_transfers (
  account_id bigint not null,
  id bigint generated always as identity,
  call_id bigint not null,
  uuid uuid not null unique,
  callback_token uuid not null,
  phone_number text not null,
  max_seconds int not null,
  answered boolean,
  duration_seconds int,
  cost_micros bigint not null default 0,
  created_at timestamptz not null,
  -- The carrier is asked for the result if it has not arrived by then. Null after the end.
  deadline_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, call_id) references calls (account_id, id) on delete cascade
);
create index call_transfers_call on call_transfers (account_id, call_id);
create index call_transfers_open on call_transfers (deadline_at) where deadline_at is not null;
