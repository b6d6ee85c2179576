-- All webhook deliveries.
select account_id, message_id, kind, body from webhook_deliveries
