-- Text conversations: who talks with which assistant, what was said, and whose turn it is.

create table conversations (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- Known to the visitor alone: who has it may read and write.
  uuid uuid not null unique,
  -- Null while a chat-app sender without an assistant carries the conversation.
  assistant_id bigint,
  type text not null check (type in ('test', 'widget', 'chatapp', 'api')),
  -- What the customer is known by on the channel; one conversation each.
  customer_key text,
  customer_identifier text,
  customer_phone text,
  customer_name text,
  variables jsonb not null default '{}',
  -- The values came from a caller whom nobody vouches for.
  variables_from_visitor boolean not null default false,
  ai_enabled boolean not null default true,
  status text not null default 'new' check (status in ('new', 'open', 'ended')),
  -- When it last became open: a turn that opens it has the job made that will end it.
  opened_at timestamptz,
  -- The assistant has said goodbye: it need not fall quiet first.
  end_requested boolean not null default false,
  -- The number of the last turn; a turn is one message with what answers it.
  turns int not null default 0,
  -- Turns that are being answered or wait for it, in order; the first one's claim is good until turn_until.
  turn_line int[] not null default '{}',
  turn_until timestamptz,
  -- The processes of those turns, in the same order: the turn of one that has died gives way at once.
  turn_processes uuid[] not null default '{}',
  message_count int not null default 0,
  cost_micros bigint not null default 0,
  times_ended int not null default 0,
  extracted_variables jsonb,
  last_activity_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, assistant_id) references assistants (account_id, id) on delete cascade
) with (fillfactor = 70);
create index conversations_newest on conversations (account_id, created_at desc, id desc);
create index conversations_of_assistant on conversations (account_id, assistant_id, created_at desc);
create index conversations_of_phone on conversations (account_id, customer_phone, created_at desc)
  where customer_phone is not null;
create index conversations_of_identifier on conversations (account_id, customer_identifier, created_at desc)
  where customer_identifier is not null;
-- By our end of the channel, such as a sender, with which the key begins.
create index conversations_of_channel_end on conversations
  (account_id, type, split_part(customer_key, ':', 1), created_at desc)
  where customer_key is not null;
create unique index conversations_of_customer on conversations (account_id, type, customer_key)
  where customer_key is not null;

create table conversation_messages (
  account_id bigint not null,
  conversation_id bigint not null,
  turn int not null,
  -- 0 is what the customer said, 1 what answered.
  part int not null,
  id bigint generated always as identity,
  author text not null check (author in ('customer', 'assistant', 'person')),
  content text not null,
  -- pending: its answer is not there yet; failed: there was none, so it was never charged and does not count.
  state text not null default 'done' check (state in ('pending', 'done', 'failed')),
  function_calls jsonb,
  model text,
  rounds int,
  input_tokens int,
  output_tokens int,
  -- The effect this answer belongs to, or the request that brought this message: who asks twice is answered once.
  effect_key text,
  -- Of one that failed before its channel had it: the code and the sentence of the refusal.
  error_code text,
  error_message text,
  created_at timestamptz not null,
  primary key (account_id, conversation_id, turn, part),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create unique index conversation_messages_id on conversation_messages (account_id, id);
create unique index conversation_messages_effect on conversation_messages (account_id, conversation_id, effect_key)
  where effect_key is not null;

-- What anonymous visitors have had of an assistant on a day (UTC).
create table conversation_visitors (
  account_id bigint not null,
  assistant_id bigint not null,
  day date not null,
  turns int not null default 0,
  test_messages int not null default 0,
  spent_micros bigint not null default 0,
  primary key (account_id, assistant_id, day),
  foreign key (account_id, assistant_id) references assistants (account_id, id) on delete cascade
);

-- The number of turns that one address has taken on a day (UTC), over all accounts. The key is an HMAC of the address
-- and the day, so that the table does not reveal who has talked with an assistant.
create table conversation_visitor_addresses (
  day date not null,
  address_key text not null,
  turns int not null,
  primary key (day, address_key)
);
