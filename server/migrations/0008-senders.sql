-- Chat-app senders, their templates, and the carrier accounts that customers connect.

create table carrier_accounts (
  account_id bigint primary key references accounts (id) on delete cascade,
  -- Unique, because callbacks of a carrier account are verified with one token.
  account_sid text not null unique,
  -- Encrypted with the master key and bound to this row.
  auth_token bytea not null,
  verified_at timestamptz not null
);

create table chatapp_senders (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- The carrier account that the number belongs to: the account's own or that of the installation.
  carrier_account_sid text not null,
  phone_number text not null,
  display_name text not null,
  assistant_id bigint,
  carrier_sid text,
  -- The status as the carrier reports it; GONE if the carrier no longer has the number.
  raw_status text not null,
  status text not null check (status in ('online', 'offline')),
  quality_rating text,
  -- A number, or `unlimited`.
  messaging_limit text check (messaging_limit ~ '^([0-9]{1,15}|unlimited)$'),
  voice_calling boolean not null default false,
  offline_reason text,
  -- Where the carrier sends inbound messages, as {url, method}; null while it is unknown.
  inbound_webhook json,
  receipts_url text,
  receipts_active boolean not null default false,
  -- The webhook for messages of customers.
  messages_url text,
  messages_active boolean not null default false,
  -- When the carrier data in this row was requested. Responses to older requests are ignored.
  synced_at timestamptz,
  -- When the account registered the number. Messages from before belong to someone else.
  claimed_at timestamptz not null,
  -- Inbound messages up to this time have been fetched from the carrier, in case their webhook was lost; and the time of
  -- the last try.
  looked_until timestamptz not null,
  look_tried_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The row is kept after deletion, because messages refer to it.
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, assistant_id) references assistants (account_id, id),
  check (not receipts_active or receipts_url is not null),
  check (not messages_active or messages_url is not null)
);
create unique index chatapp_senders_claim on chatapp_senders (carrier_account_sid, phone_number)
  where deleted_at is null;

create index chatapp_senders_to_look on chatapp_senders (look_tried_at) where deleted_at is null;
create index chatapp_senders_by_id on chatapp_senders (id);

create table chatapp_templates (
  account_id bigint not null,
  id bigint generated always as identity,
  sender_id bigint not null,
  -- Null while the template is being submitted, and if it is unknown whether the carrier accepted it.
  carrier_sid text,
  name text not null,
  language text not null,
  category text not null check (category in ('marketing', 'utility', 'authentication')),
  status text not null check (status in ('approved', 'pending', 'rejected')),
  -- The status as the carrier reports it.
  raw_status text not null,
  rejection_reason text,
  body_text text not null,
  -- [{key, name, sample}], ordered by key.
  placeholders json not null,
  -- [{part, text, value}]: the header, buttons and other parts beside the body.
  parts json not null default '[]',
  has_voice_call boolean not null default false,
  -- Submitted by this account. Other accounts that share the carrier account do not see the template.
  submitted boolean not null default false,
  -- Until then, a submission may be running.
  submitting_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The row is kept after the carrier has deleted the template, because messages refer to it.
  gone_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, sender_id) references chatapp_senders (account_id, id) on delete cascade,
  check (submitting_until is null or carrier_sid is null)
);
create unique index chatapp_templates_carrier_sid on chatapp_templates (account_id, sender_id, carrier_sid);
create unique index chatapp_templates_unsettled on chatapp_templates (account_id, sender_id, name, language)
  where carrier_sid is null;
create index chatapp_templates_submitted on chatapp_templates (carrier_sid) where submitted;
