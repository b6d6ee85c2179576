-- The people who must not be contacted, and the consents that people gave and withdrew.

create table do_not_contact (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- E.164, in the form in which it was added.
  phone_number text not null,
  -- Equal for all equivalent forms of the number.
  number_key text not null,
  scope text not null check (scope in ('everything', 'campaigns', 'topic')),
  -- In lower case; empty unless the scope is a topic.
  topic text not null check ((topic <> '') = (scope = 'topic')),
  source text not null check (source in ('api', 'import', 'call', 'message', 'consent')),
  note text,
  -- The call or message in which the person asked for it.
  reference text,
  -- When the person last asked for it. Consents that were given before do not end it.
  requested_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, number_key, scope, topic, source)
);

create table consents (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  phone_number text not null,
  number_key text not null,
  status text not null check (status in ('given', 'withdrawn')),
  -- In lower case; empty for all topics.
  topic text not null,
  source text not null,
  -- When the person said it.
  at timestamptz not null,
  note text,
  evidence text,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index consents_number on consents (account_id, number_key, at, id);
create index consents_at on consents (account_id, at, id);
