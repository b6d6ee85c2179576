-- Conversations that clients started.
select account_id, uuid from conversations where type = 'widget'
