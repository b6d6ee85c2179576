-- Every webhook that was to be told.
select account_id, id::int, message_id, kind, subject, status, attempts, body from webhook_deliveries
