-- The ad or post from which a customer began to write, and when a customer was last told how to get help.

alter table chatapp_messages add column referral jsonb;
create index chatapp_messages_referrals on chatapp_messages (account_id, conversation_id, id)
  where referral is not null;
alter table chatapp_contacts add column helped_at timestamptz;
