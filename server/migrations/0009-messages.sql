-- Chat-app messages: who writes with which sender, what was sent and became of it, and what the carrier told us.

create table chatapp_contacts (
  account_id bigint not null,
  sender_id bigint not null,
  -- One form of the number for all its spellings, or the carrier's id of a user who shows no number.
  customer_key text not null,
  -- Where messages go: as the customer wrote from last, else as we were told to write to.
  address text not null,
  -- As the account gave it; what the customer calls himself stands beside.
  name text,
  profile_name text,
  -- Null until the customer has written or was written to.
  conversation_id bigint,
  -- What opens the window, and when the carrier last refused a freeform message as outside of it.
  last_inbound_at timestamptz,
  last_template_at timestamptz,
  refused_at timestamptz,
  -- When a template last reached the customer outside of a talk: what the messaging limit counts.
  reached_at timestamptz,
  -- When the customer forbade messages, or those of marketing alone; who has told us so.
  opted_out_at timestamptz,
  opted_out_by text check (opted_out_by in ('customer', 'carrier')),
  marketing_opted_out_at timestamptz,
  -- The latest message of the customer, the latest that was answered, and by when the next answer has to begin.
  last_inbound_id bigint,
  answered_id bigint,
  answer_by timestamptz,
  -- How often the latest was answered in vain, and when to try again.
  answer_tries int not null default 0,
  answer_again_at timestamptz,
  check ((opted_out_at is null) = (opted_out_by is null)),
  primary key (account_id, sender_id, customer_key),
  foreign key (account_id, sender_id) references chatapp_senders (account_id, id) on delete cascade,
  foreign key (account_id, conversation_id) references conversations (account_id, id)
    on delete set null (conversation_id)
) with (fillfactor = 80);
create index chatapp_contacts_reached on chatapp_contacts (account_id, sender_id, reached_at)
  where reached_at is not null;
create index chatapp_contacts_answer_again on chatapp_contacts (answer_again_at) where answer_again_at is not null;
create unique index chatapp_contacts_conversation on chatapp_contacts (account_id, conversation_id)
  where conversation_id is not null;

-- One message of the carrier's each; a long text of ours is several, of which the first is the head.
create table chatapp_messages (
  account_id bigint not null,
  id bigint generated always as identity,
  -- Names the message to the carrier, in the address that it tells statuses to.
  uuid uuid not null unique,
  sender_id bigint not null,
  customer_key text not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  kind text not null check (kind in ('template', 'freeform', 'inbound')),
  head_uuid uuid not null,
  part int not null,
  conversation_id bigint,
  conversation_message_id bigint,
  address text not null,
  -- What the customer reads of it; null of media without a caption.
  body text,
  -- waiting: for the part before it; sending: the carrier may have it, nobody knows yet; unknown: its answer was lost;
  -- refused: it was not sent; received: from the customer.
  state text not null check (state in ('waiting', 'sending', 'unknown', 'accepted', 'refused', 'received')),
  -- The carrier's word, which only ever rises.
  status text not null,
  error_code int,
  error_message text,
  carrier_account_sid text not null,
  sid text,
  -- Of the customer's: the button that was tapped, and the carrier's id of the message that it answers.
  button_payload text,
  replied_to_sid text,
  -- Whoever tells of the message has to know it.
  callback_token uuid,
  -- Of the head: what it belongs to, so that it is sent once, and its money.
  effect_key text,
  ledger_ref text,
  price_micros bigint not null default 0,
  charged_micros bigint not null default 0,
  -- What the contact had before a template was sent, should it come to nothing.
  template_before timestamptz,
  reached_before timestamptz,
  -- Of sending and unknown ones: when to look for it at the carrier.
  look_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, sender_id) references chatapp_senders (account_id, id) on delete cascade,
  check ((state in ('sending', 'unknown')) = (look_at is not null))
) with (fillfactor = 85);
create unique index chatapp_messages_sid on chatapp_messages (account_id, sid) where sid is not null;
create unique index chatapp_messages_effect on chatapp_messages (account_id, effect_key) where effect_key is not null;
-- Whoever writes to the same customer lets these go first.
create index chatapp_messages_parts_under_way on chatapp_messages (account_id, sender_id, customer_key)
  where part > 1 and state in ('waiting', 'sending');
create index chatapp_messages_parts on chatapp_messages (account_id, head_uuid) where part > 1;
create index chatapp_messages_conversation on chatapp_messages (account_id, conversation_id)
  where conversation_id is not null;
create index chatapp_messages_replies on chatapp_messages (account_id, conversation_id, id)
  where replied_to_sid is not null;
-- What was heard by nobody, until there is a conversation.
create index chatapp_messages_unheard on chatapp_messages (account_id, sender_id, customer_key)
  where conversation_id is null;
create index chatapp_messages_to_look_for on chatapp_messages (look_at) where look_at is not null;

-- Media of messages, sent and received; the file store has the bytes.
create table chatapp_media (
  account_id bigint not null,
  id bigint generated always as identity,
  -- Null until the message is there.
  message_id bigint,
  -- Null of what came while nobody was there who could talk.
  conversation_id bigint,
  position int not null,
  -- Where the carrier keeps what a customer sent.
  source_url text,
  -- Null until it was fetched.
  file_key text,
  content_type text,
  size_bytes bigint,
  filename text,
  -- Whoever has the token may fetch the file until then; nobody may before it was first given away.
  token text unique,
  token_until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, message_id) references chatapp_messages (account_id, id) on delete cascade,
  foreign key (account_id, conversation_id) references conversations (account_id, id)
    on delete set null (conversation_id),
  foreign key (account_id) references accounts (id) on delete cascade
);
create index chatapp_media_message on chatapp_media (account_id, message_id);
create index chatapp_media_conversation on chatapp_media (account_id, conversation_id)
  where conversation_id is not null;

-- What the carrier told us, each thing once however often it comes. It belongs to no account until it is understood.
create table carrier_inbox (
  id bigint generated always as identity primary key,
  provider text not null,
  account_sid text not null,
  sid text not null,
  -- `message`, or `status:` and the word.
  event text not null,
  -- What is worked off in order: the pair of numbers of a message, our uuid of a status.
  subject text not null,
  news json not null,
  received_at timestamptz not null,
  done_at timestamptz,
  unique (provider, account_sid, sid, event)
);
create index carrier_inbox_open on carrier_inbox (subject, id) where done_at is null;
create index carrier_inbox_done on carrier_inbox (received_at);
create index chatapp_contacts_active on chatapp_contacts (greatest(last_inbound_at, last_template_at));
