-- What the assistant would have said if it had not been interrupted. Null if everything was heard.
alter table call_transcript add column unspoken text;
