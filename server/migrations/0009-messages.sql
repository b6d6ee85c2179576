-- Chat-app contacts, messages and media, and the callbacks of the carrier.

create table chatapp_contacts (
  account_id bigint not null,
  sender_id bigint not null,
  -- The normalized phone number, or the carrier's user id if the customer hides the number.
  customer_key text not null,
  -- Where messages are sent: the address of the customer's last message, or else the one that the account supplied.
  address text not null,
  -- The name that the account supplied; profile_name is the one that the customer chose.
  name text,
  profile_name text,
  -- Null until the first message.
  conversation_id bigint,
  -- The messages that open the 24-hour window, and the last time that the carrier rejected a freeform message as outside
  -- of it.
  last_inbound_at timestamptz,
  last_template_at timestamptz,
  refused_at timestamptz,
  -- When a template last reached the customer outside of a conversation. The messaging limit counts these.
  reached_at timestamptz,
  -- When the customer opted out of all messages or of marketing messages, and who reported it.
  opted_out_at timestamptz,
  opted_out_by text check (opted_out_by in ('customer', 'carrier')),
  marketing_opted_out_at timestamptz,
  -- The customer's latest message, the latest answered one, and when the next answer must start at the latest.
  last_inbound_id bigint,
  answered_id bigint,
  answer_by timestamptz,
  -- Failed attempts to answer the latest message, and the time of the next attempt.
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

-- One row per message at the carrier. A long text is sent as several messages; the first one is the head.
create table chatapp_messages (
  account_id bigint not null,
  id bigint generated always as identity,
  -- Identifies the message in the status callback URL that is passed to the carrier.
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
  -- The text that the customer sees; null for media without a caption.
  body text,
  -- waiting: for the previous part; sending: the carrier may have it; unknown: the carrier's response was lost;
  -- accepted: the carrier has it; refused: not sent; received: from the customer.
  state text not null check (state in ('waiting', 'sending', 'unknown', 'accepted', 'refused', 'received')),
  -- The status as the carrier reports it. It only moves forward.
  status text not null,
  error_code int,
  error_message text,
  carrier_account_sid text not null,
  sid text,
  -- Inbound only: the button that was tapped, and the carrier's id of the message that this one replies to.
  button_payload text,
  replied_to_sid text,
  -- Part of the status callback URL. Callbacks without it are rejected.
  callback_token uuid,
  -- Head only: the key of the operation that sends the message, so that it is sent once; its ledger reference and price.
  effect_key text,
  ledger_ref text,
  price_micros bigint not null default 0,
  charged_micros bigint not null default 0,
  -- The contact's last_template_at and reached_at before this template, to restore if it is not delivered.
  template_before timestamptz,
  reached_before timestamptz,
  -- When to look the message up at the carrier; set in the states sending and unknown.
  look_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, sender_id) references chatapp_senders (account_id, id) on delete cascade,
  check ((state in ('sending', 'unknown')) = (look_at is not null))
) with (fillfactor = 85);
create unique index chatapp_messages_sid on chatapp_messages (account_id, sid) where sid is not null;
create unique index chatapp_messages_effect on chatapp_messages (account_id, effect_key) where effect_key is not null;
-- Later messages to the same customer wait for these parts.
create index chatapp_messages_parts_under_way on chatapp_messages (account_id, sender_id, customer_key)
  where part > 1 and state in ('waiting', 'sending');
create index chatapp_messages_parts on chatapp_messages (account_id, head_uuid) where part > 1;
create index chatapp_messages_conversation on chatapp_messages (account_id, conversation_id)
  where conversation_id is not null;
create index chatapp_messages_replies on chatapp_messages (account_id, conversation_id, id)
  where replied_to_sid is not null;
-- Messages that have no conversation yet.
create index chatapp_messages_unassigned on chatapp_messages (account_id, sender_id, customer_key)
  where conversation_id is null;
create index chatapp_messages_to_look_for on chatapp_messages (look_at) where look_at is not null;

-- Media of inbound and outbound messages. The contents are in the file store.
create table chatapp_media (
  account_id bigint not null,
  id bigint generated always as identity,
  -- Null until the message is stored.
  message_id bigint,
  -- Null if the message has no conversation.
  conversation_id bigint,
  position int not null,
  -- The carrier's URL of inbound media.
  source_url text,
  -- Null until the media has been downloaded.
  file_key text,
  content_type text,
  size_bytes bigint,
  filename text,
  -- Grants access to the file until token_until; null until a URL is first issued.
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

-- Callbacks of the carrier, deduplicated. A callback has no account until it is processed.
create table carrier_inbox (
  id bigint generated always as identity primary key,
  provider text not null,
  account_sid text not null,
  sid text not null,
  -- `message`, or `status:` and the status.
  event text not null,
  -- Callbacks with the same subject are processed in order: the two addresses of a message, or the uuid of a status.
  subject text not null,
  news json not null,
  received_at timestamptz not null,
  done_at timestamptz,
  unique (provider, account_sid, sid, event)
);
create index carrier_inbox_open on carrier_inbox (subject, id) where done_at is null;
create index carrier_inbox_done on carrier_inbox (received_at);
create index chatapp_contacts_active on chatapp_contacts (greatest(last_inbound_at, last_template_at));
