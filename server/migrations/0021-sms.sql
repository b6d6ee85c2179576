-- SMS: an SMS-capable phone number is a sender of the channel `sms`.

alter table chatapp_senders
  add column channel text not null default 'chatapp' check (channel in ('chatapp', 'sms')),
  -- SMS only: null after the number was deleted. The row remains, with its contacts and their opt-outs.
  add column phone_number_id bigint,
  add foreign key (account_id, phone_number_id) references phone_numbers (account_id, id)
    on delete set null (phone_number_id),
  add check (channel = 'sms' or phone_number_id is null);
alter table chatapp_senders alter column channel drop default;

-- The table phone_numbers already guarantees that a number belongs to one account.
drop index chatapp_senders_claim;
create unique index chatapp_senders_claim on chatapp_senders (carrier_account_sid, phone_number)
  where deleted_at is null and channel = 'chatapp';
create unique index chatapp_senders_sms on chatapp_senders (account_id, carrier_account_sid, phone_number)
  where channel = 'sms';
create unique index chatapp_senders_phone_number on chatapp_senders (account_id, phone_number_id)
  where phone_number_id is not null;

-- Null for messages of the chat app. The price of one segment when the message was created.
alter table chatapp_messages
  add column segments int,
  add column segment_price_micros bigint,
  add check ((segments is null) = (segment_price_micros is null));
create index chatapp_messages_sms on chatapp_messages (account_id, created_at desc, id desc) where segments is not null;

alter table conversations drop constraint conversations_type_check;
alter table conversations add constraint conversations_type_check
  check (type in ('test', 'widget', 'chatapp', 'sms', 'api'));
