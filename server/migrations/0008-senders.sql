-- Chat-app senders, the templates that they may send, and the carrier accounts that holders bring along.

create table carrier_accounts (
  account_id bigint primary key references accounts (id) on delete cascade,
  -- A carrier account is one holder's: what it sends us is held against one token.
  account_sid text not null unique,
  -- Encrypted under the master key, bound to this row.
  auth_token bytea not null,
  verified_at timestamptz not null
);

create table chatapp_senders (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- The account at the carrier that the number belongs to, the holder's own or the installation's.
  carrier_account_sid text not null,
  phone_number text not null,
  display_name text not null,
  assistant_id bigint,
  carrier_sid text,
  -- The carrier's own word; GONE when the carrier does not know the number any more.
  raw_status text not null,
  status text not null check (status in ('online', 'offline')),
  quality_rating text,
  -- Digits, or unlimited.
  messaging_limit text check (messaging_limit ~ '^([0-9]{1,15}|unlimited)$'),
  voice_calling boolean not null default false,
  offline_reason text,
  -- Where the carrier takes what people write, as {url, method}; null while it does not tell.
  inbound_webhook json,
  receipts_url text,
  receipts_active boolean not null default false,
  -- Where messages of customers are reported.
  messages_url text,
  messages_active boolean not null default false,
  -- When the answer was asked for that the row holds: an older answer changes nothing.
  synced_at timestamptz,
  -- Since when the account has had the number: what came before was not for it.
  claimed_at timestamptz not null,
  -- Until when messages that the carrier told nobody of have been looked for, and when that was tried last.
  looked_until timestamptz not null,
  look_tried_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Messages outlive their sender, so its row stays.
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
  -- Null while it is being handed in, and when nobody knows whether the carrier took it.
  carrier_sid text,
  name text not null,
  language text not null,
  category text not null check (category in ('marketing', 'utility', 'authentication')),
  status text not null check (status in ('approved', 'pending', 'rejected')),
  -- The carrier's own word.
  raw_status text not null,
  rejection_reason text,
  body_text text not null,
  -- [{key, name, sample}], in the order of the keys.
  placeholders json not null,
  -- [{part, text, value}]: header, buttons and the like.
  parts json not null default '[]',
  has_voice_call boolean not null default false,
  -- Handed in through this account: nobody else's, even where the carrier account is shared.
  submitted boolean not null default false,
  -- Until then somebody is handing it in.
  submitting_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Messages outlive their template, so its row stays when the carrier has it no more.
  gone_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, sender_id) references chatapp_senders (account_id, id) on delete cascade,
  check (submitting_until is null or carrier_sid is null)
);
create unique index chatapp_templates_carrier_sid on chatapp_templates (account_id, sender_id, carrier_sid);
create unique index chatapp_templates_unsettled on chatapp_templates (account_id, sender_id, name, language)
  where carrier_sid is null;
create index chatapp_templates_submitted on chatapp_templates (carrier_sid) where submitted;
