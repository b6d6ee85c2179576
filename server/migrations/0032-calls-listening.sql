-- People of an account who listen to a live call or take it over.

create table call_listeners (
  account_id bigint not null,
  call_id bigint not null,
  id uuid not null,
  -- listen: only hears the call; intervene: may also whisper and take the call over; take_over: takes it over at once.
  mode text not null check (mode in ('listen', 'intervene', 'take_over')),
  -- Admits one connection, once.
  token_sha256 bytea unique,
  token_until timestamptz not null,
  -- The API key or the session that asked for the token. The connection ends when it may not act for the account any more.
  credential_kind text not null,
  credential_id bigint not null,
  name text not null,
  opened_at timestamptz,
  closed_at timestamptz,
  -- The latest time at which the person had the call instead of the assistant.
  took_over_at timestamptz,
  handed_back_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, call_id, id),
  foreign key (account_id, call_id) references calls (account_id, id) on delete cascade
);

-- What people of the account ask of a live call, for the process that has it.
create table call_requests (
  account_id bigint not null,
  call_id bigint not null,
  id bigint generated always as identity,
  -- whisper: an instruction for the assistant; hand_back: the assistant goes on; end: the call ends.
  kind text not null check (kind in ('whisper', 'hand_back', 'end')),
  text text,
  name text not null,
  created_at timestamptz not null,
  taken_at timestamptz,
  primary key (account_id, call_id, id),
  foreign key (account_id, call_id) references calls (account_id, id) on delete cascade
);

-- agent: a person of the account who has taken the call over; whisper: an instruction of such a person for the assistant.
alter table call_transcript drop constraint call_transcript_speaker_check;
alter table call_transcript add constraint call_transcript_speaker_check
  check (speaker in ('assistant', 'customer', 'agent', 'whisper')) not valid;
