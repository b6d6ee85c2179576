-- Flows may do what the API key that saved them may do.

-- The scopes of the API key. Null for a key without limits, a member, and flows that were saved before this migration.
alter table automation_versions add column scopes text[];
