-- Text conversations, their messages and turns, and the usage limits of anonymous visitors.

create table conversations (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- Anonymous visitors authenticate with it: it grants access to the conversation.
  uuid uuid not null unique,
  -- Null while the chat-app sender of the conversation has no assistant.
  assistant_id bigint,
  type text not null check (type in ('test', 'widget', 'chatapp', 'api')),
  -- Identifies the customer on the channel. A customer has one conversation per channel.
  customer_key text,
  customer_identifier text,
  customer_phone text,
  customer_name text,
  variables jsonb not null default '{}',
  -- The variables were supplied by an unauthenticated visitor.
  variables_from_visitor boolean not null default false,
  ai_enabled boolean not null default true,
  status text not null default 'new' check (status in ('new', 'open', 'ended')),
  -- When the conversation was last opened. The turn that opens it adds the job that ends it.
  opened_at timestamptz,
  -- The assistant has ended the conversation, so that it ends without waiting for inactivity.
  end_requested boolean not null default false,
  -- The number of the last turn. A turn is a message of the customer and its answer.
  turns int not null default 0,
  -- Unanswered turns in order. The claim of the first one expires at turn_until.
  turn_line int[] not null default '{}',
  turn_until timestamptz,
  -- The processes that answer those turns, in the same order. The turn of a dead process is skipped at once.
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
-- For lookups by the account's side of the channel, such as a sender. The key starts with it.
create index conversations_of_channel_end on conversations
  (account_id, type, split_part(customer_key, ':', 1), created_at desc)
  where customer_key is not null;
create unique index conversations_of_customer on conversations (account_id, type, customer_key)
  where customer_key is not null;

create table conversation_messages (
  account_id bigint not null,
  conversation_id bigint not null,
  turn int not null,
  -- 0: the message of the customer; 1: the answer.
  part int not null,
  id bigint generated always as identity,
  author text not null check (author in ('customer', 'assistant', 'person')),
  content text not null,
  -- pending: not yet answered; failed: could not be answered, so it is neither charged nor counted.
  state text not null default 'done' check (state in ('pending', 'done', 'failed')),
  function_calls jsonb,
  model text,
  rounds int,
  input_tokens int,
  output_tokens int,
  -- The key of the operation or request that created the message, so that a repetition does not create it again.
  effect_key text,
  -- Set if the message failed before it was handed to its channel: the error code and message.
  error_code text,
  error_message text,
  created_at timestamptz not null,
  primary key (account_id, conversation_id, turn, part),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create unique index conversation_messages_id on conversation_messages (account_id, id);
create unique index conversation_messages_effect on conversation_messages (account_id, conversation_id, effect_key)
  where effect_key is not null;

-- The usage of an assistant by anonymous visitors per day (UTC).
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
