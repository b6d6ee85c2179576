-- The inbox: owners, notes, labels, saved replies, snoozes, read positions and the search of conversations.

alter table conversations
  -- The member who owns the conversation. Without one, it belongs to the assistant if ai_enabled, otherwise to nobody.
  add column owner_id bigint,
  -- The conversation is snoozed until then, or until the customer writes.
  add column snoozed_until timestamptz,
  -- The turn of the customer's latest message.
  add column last_customer_turn int not null default 0,
  -- The answers in succession that the assistant could not give.
  add column failed_answers int not null default 0,
  add constraint conversations_one_owner check (owner_id is null or not ai_enabled),
  add foreign key (account_id, owner_id) references members (account_id, user_id) on delete set null (owner_id);
create index conversations_owned on conversations (account_id, owner_id) where owner_id is not null;

-- The turn up to which a user has read a conversation.
create table conversation_reads (
  account_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  conversation_id bigint not null,
  read_turn int not null,
  primary key (account_id, user_id, conversation_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index conversation_reads_of_conversation on conversation_reads (account_id, conversation_id);

create table conversation_notes (
  account_id bigint not null,
  id bigint generated always as identity,
  conversation_id bigint not null,
  -- The name of the member or API key that wrote the note.
  author text not null,
  -- Null for an API key, and for a user who was deleted.
  user_id bigint references users (id) on delete set null,
  text text not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index conversation_notes_of_conversation on conversation_notes (account_id, conversation_id, id);
create index conversation_notes_of_user on conversation_notes (user_id) where user_id is not null;

create table conversation_labels (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  color text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index conversation_labels_name on conversation_labels (account_id, lower(name));

create table labels_of_conversations (
  account_id bigint not null,
  conversation_id bigint not null,
  label_id bigint not null,
  primary key (account_id, conversation_id, label_id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, label_id) references conversation_labels (account_id, id) on delete cascade
);
create index labels_of_conversations_label on labels_of_conversations (account_id, label_id);

create table saved_replies (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  shortcut text not null,
  text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index saved_replies_shortcut on saved_replies (account_id, lower(shortcut));

-- The order in which members were handed conversations over in turn.
create table conversation_handovers (
  account_id bigint not null,
  user_id bigint not null,
  -- Grows with every handover of the account.
  position bigint not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references members (account_id, user_id) on delete cascade
);

create function conversation_customer(name text, phone text, identifier text) returns text
  language sql immutable parallel safe
  return coalesce(name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(identifier, '');

-- Punctuation inside words separates them. Without it, the parser would take the parts of addresses and of words with
-- hyphens as one word, and look for them for long.
create function message_words(content text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, translate(left(content, 8000), '-_./\:@#''"+=&?%~*,;<>', repeat(' ', 21)));

create index conversations_customer_text on conversations
  using gin (account_id, conversation_customer(customer_name, customer_phone, customer_identifier) gin_trgm_ops);
-- Some insertion has to move the words that are not in the index yet, and would take long for the 4 MB of the default.
create index conversation_messages_words on conversation_messages
  using gin (account_id, message_words(content)) with (gin_pending_list_limit = 512);
