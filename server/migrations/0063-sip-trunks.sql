-- Telephone lines over SIP: trunks to providers and private branch exchanges, and telephones that register here.

-- The numbers of a trunk are phone numbers of the carrier `sip`, whose external_id is the id of the trunk's own number.
create table sip_trunks (
  account_id bigint not null,
  phone_number_id bigint not null,
  -- See TrunkSettings in server/features/sip-trunks/trunk/trunk.ts.
  settings jsonb not null,
  sealed_password bytea,
  status text not null default 'unchecked'
    check (status in ('unchecked', 'registering', 'registered', 'reachable', 'failing', 'refused')),
  -- In the words of the provider. Null if the trunk works.
  error text,
  round_trip_ms int,
  -- Since when the status and the error are as they are.
  status_at timestamptz not null,
  last_call_at timestamptz,
  -- Why the latest call that failed was not connected.
  last_error text,
  last_error_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, phone_number_id),
  foreign key (account_id, phone_number_id) references phone_numbers (account_id, id) on delete cascade
);
-- The numbers of each trunk.
create index phone_numbers_lines on phone_numbers (account_id, external_id) where carrier = 'sip';

create table sip_phones (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- Telephones register with it, so it identifies them among those of all accounts.
  username text not null unique,
  name text not null,
  extension text not null,
  sealed_password bytea not null,
  phone_number_id bigint,
  registered_until timestamptz,
  -- Where it registered from.
  address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, extension),
  foreign key (account_id, phone_number_id) references phone_numbers (account_id, id)
    on delete set null (phone_number_id)
);
create index sip_phones_phone_number_id on sip_phones (account_id, phone_number_id) where phone_number_id is not null;

-- The process that serves the lines. One row at most.
create table sip_server (
  is_the_one boolean primary key default true check (is_the_one),
  process_id text not null,
  claimed_at timestamptz not null
);
