-- Calendars that accounts connect, and the bookings that assistants make in them.

create table calendars (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  provider text not null check (provider in ('calcom', 'calendly')),
  base_url text not null,
  -- Identifies the owner of the API key at the provider.
  owner_ref text not null,
  owner_name text not null,
  sealed_api_key bytea not null,
  -- The masked key.
  api_key_hint text not null,
  -- [{ref, name, durationMinutes}]
  event_types jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, provider, base_url, owner_ref)
);

-- One row for each appointment of a customer, so that it is booked once, and that a conversation books few of them.
create table calendar_bookings (
  account_id bigint not null,
  calendar_id bigint not null,
  -- A hash of the event type, the start and the customer's address.
  booking_key text not null,
  -- The call or conversation.
  source text not null,
  booked boolean not null default false,
  -- Nobody else may request the booking until then.
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, calendar_id, booking_key),
  foreign key (account_id, calendar_id) references calendars (account_id, id) on delete cascade
);
create index calendar_bookings_source on calendar_bookings (account_id, source);
