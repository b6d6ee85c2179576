-- Phone numbers of the carrier, limits for outgoing calls, and the recent calls that count towards these limits.

create table phone_numbers (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- The carrier account that the number belongs to: the account's own or that of the installation.
  carrier_account_sid text not null,
  -- Null while the number is being purchased, and if it is unknown whether the carrier accepted the purchase.
  carrier_sid text,
  -- E.164.
  phone_number text not null,
  nickname text,
  -- The calls that the number is used for.
  type text not null check (type in ('inbound', 'outbound', 'both')),
  sms_capable boolean not null default false,
  region text,
  -- ISO 3166-1 alpha-2; empty for a number of no country.
  country_code text not null,
  -- Purchased through Parley, so that its deletion releases it at the carrier. Others stay there.
  purchased boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  check (purchased or carrier_sid is not null)
);
create unique index phone_numbers_claim on phone_numbers (carrier_account_sid, phone_number);
create index phone_numbers_unsettled on phone_numbers (updated_at) where carrier_sid is null;

alter table assistants add foreign key (account_id, phone_number_id)
  references phone_numbers (account_id, id) on delete set null (phone_number_id);
create index assistants_phone_number_id on assistants (account_id, phone_number_id) where phone_number_id is not null;
-- One assistant answers the calls to a number.
create unique index assistants_answering on assistants (account_id, phone_number_id)
  where type = 'inbound' and phone_number_id is not null and deleted_at is null;

-- Null means the default: the account's own country, and the limits of the installation.
create table calling_limits (
  account_id bigint primary key references accounts (id) on delete cascade,
  -- ISO 3166-1 alpha-2.
  allowed_countries text[],
  concurrent_calls int check (concurrent_calls >= 0),
  calls_per_minute int check (calls_per_minute >= 0),
  calls_per_hour_to_number int check (calls_per_hour_to_number >= 0),
  calls_per_hour_to_prefix int check (calls_per_hour_to_prefix >= 0),
  spend_per_hour_micros bigint check (spend_per_hour_micros >= 0),
  spend_per_day_micros bigint check (spend_per_day_micros >= 0)
);

-- Outgoing calls, kept for as long as a limit counts them.
create table dialled_calls (
  account_id bigint not null references accounts (id) on delete cascade,
  -- Identifies the call, so that it is counted once.
  ref text not null,
  phone_number text not null,
  -- The number without its last four digits.
  prefix text not null,
  -- The estimated cost, and the actual cost once the call has ended.
  amount_micros bigint not null,
  started_at timestamptz not null,
  -- A call whose end was not reported stops counting as a concurrent call at this time.
  ends_by timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, ref)
);
create index dialled_calls_running on dialled_calls (account_id, ends_by) where ended_at is null;
create index dialled_calls_started_at on dialled_calls (account_id, started_at);
create index dialled_calls_number on dialled_calls (account_id, phone_number, started_at);
create index dialled_calls_prefix on dialled_calls (account_id, prefix, started_at);

-- The cost of outgoing calls, summed over the calls that began in the same five minutes.
create table dialled_costs (
  account_id bigint not null references accounts (id) on delete cascade,
  began_at timestamptz not null,
  amount_micros bigint not null,
  primary key (account_id, began_at)
);
