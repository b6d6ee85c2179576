-- What answered a call: the model and the vendors of speech that were in use from its beginning to its end, the tokens of the
-- model and the characters that were spoken. Null for calls before this was stored, and for those without a session.
alter table calls add column served jsonb;

create index calls_served on calls (account_id, created_at) where served is not null;
