-- Conversations that clients have started.
select account_id, uuid from conversations where type = 'widget'
