-- Stores who answered calls, whether people opted out, and which leads of campaigns were called.

alter table calls
  -- What answered an outbound call, as it was known at its end. Null for other calls, and if nothing answered.
  add column answerer text check (
    answerer in ('person', 'voicemail', 'screening', 'menu', 'announcement', 'fax', 'unknown')),
  -- The person does not want to be called again: about the topic of the call, or at all.
  add column opted_out text check (opted_out in ('topic', 'everything')),
  -- What the assistant says to a service that asks for the purpose of the call.
  add column purpose text check (length(purpose) <= 255),
  -- They can be deleted before the call.
  add column campaign_id bigint,
  add column lead_id bigint;
create index calls_campaign on calls (account_id, campaign_id, id) where campaign_id is not null;
