-- The people whom an account talks with, and the addresses that they have on channels.

create table contacts (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- The name that the account gave, and the one that the person chose on a channel.
  name text,
  profile_name text,
  -- The contact into which this one was merged. It has no addresses as long as it is merged.
  merged_into bigint,
  -- {name: value}, as texts.
  attributes jsonb not null default '{}',
  labels text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the person was last in touch with the account.
  last_seen_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, merged_into) references contacts (account_id, id) on delete cascade
) with (fillfactor = 80);
create index contacts_merged_into on contacts (account_id, merged_into) where merged_into is not null;
create index contacts_last_seen on contacts (account_id, last_seen_at desc, id desc) where merged_into is null;
-- For the search of a part of a name, in lower case.
create function contact_names(name text, profile_name text) returns text language sql immutable parallel safe
  return lower(coalesce(name, '') || chr(10) || coalesce(profile_name, ''));
create index contacts_names on contacts using gin (account_id, contact_names(name, profile_name) gin_trgm_ops);
create index contacts_labels on contacts using gin (account_id, labels);

-- An address belongs to one contact. Addresses of phones and channels are the keys of the rows of other tables.
create table contact_addresses (
  account_id bigint not null,
  id bigint generated always as identity,
  -- channel_user: the id that a channel gives a user, which does not show the phone number.
  kind text not null check (kind in ('phone', 'channel_user', 'username', 'email', 'external')),
  -- Equal for all equivalent forms of the address.
  key text not null,
  -- As it is shown, and as messages are sent to it.
  address text not null,
  -- Of an id of a channel: the carrier account that reported it. A person can have an id in each.
  scope text,
  contact_id bigint not null,
  created_at timestamptz not null,
  primary key (account_id, key, kind),
  foreign key (account_id, contact_id) references contacts (account_id, id) on delete cascade
);
create index contact_addresses_contact on contact_addresses (account_id, contact_id);
create index contact_addresses_part on contact_addresses using gin (account_id, lower(key) gin_trgm_ops);

-- What members write about a person. Merged contacts keep theirs.
create table contact_notes (
  account_id bigint not null,
  id bigint generated always as identity,
  contact_id bigint not null,
  -- The name of the member or API key, and the member.
  author text not null,
  user_id bigint,
  text text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, contact_id) references contacts (account_id, id) on delete cascade
);
create index contact_notes_contact on contact_notes (account_id, contact_id, id);

-- What merged two contacts, so that they can be separated again.
create table contact_merges (
  account_id bigint not null,
  id bigint generated always as identity,
  contact_id bigint not null,
  merged_id bigint not null,
  -- event: a channel or the account named addresses of both as those of one person. request: a member or a client of the account asked for it.
  cause text not null check (cause in ('event', 'request')),
  -- The addresses that the merged contact had: [{kind, key}]
  addresses jsonb not null,
  -- What the contact got from the merged one: {name, attributes, labels}. It loses that when they are separated.
  added jsonb not null,
  merged_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, merged_id),
  foreign key (account_id, contact_id) references contacts (account_id, id) on delete cascade,
  foreign key (account_id, merged_id) references contacts (account_id, id) on delete cascade
);
create index contact_merges_contact on contact_merges (account_id, contact_id);

-- Where an account wants to know of its contacts.
create table contact_webhooks (
  account_id bigint primary key references accounts (id) on delete cascade,
  url text not null
);

-- For the leads of a contact.
create index leads_phone_number on leads (account_id, phone_number);

-- How far the people of rows from before there were contacts have been collected.
create table contact_collections (
  source text primary key,
  -- The key of the last row that was read; null before the first.
  position jsonb,
  done boolean not null default false
);
