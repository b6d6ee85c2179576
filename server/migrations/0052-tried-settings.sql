-- A test conversation can have settings of its assistant that are not saved. Erased with the conversation.

-- `{"assistantId", "settings"}`: all settings, as the assistant has them in this conversation.
alter table conversations add column tried_settings jsonb;
-- Conversations of customers never have them. Existing rows have none, so they need no check.
alter table conversations add constraint tried_settings_of_tests check (tried_settings is null or type = 'test') not valid;
