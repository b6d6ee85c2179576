-- Files that customers send in text conversations.

alter table conversations add column file_count int not null default 0;
alter table conversation_visitors add column file_bytes bigint not null default 0;
alter table conversation_visitor_addresses add column file_bytes bigint not null default 0;

create table conversation_files (
  account_id bigint not null,
  id bigint generated always as identity,
  -- Names the file in the API.
  uuid uuid not null,
  conversation_id bigint not null,
  -- The message of the customer that it belongs to. Without one, it is deleted after a day.
  turn int,
  part int not null default 0 check (part = 0),
  -- Its place among the files of the message.
  position int,
  file_key text not null,
  -- False while its content is being stored.
  is_stored boolean not null default false,
  content_type text not null,
  size_bytes int not null,
  filename text not null,
  -- The beginning of the text of a document, and whether there is more; null until the assistant has needed it.
  text text,
  is_text_cut boolean,
  -- Why the text could not be read.
  text_failure text,
  -- Gives access to the content until that time.
  token uuid not null,
  token_until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, conversation_id, turn, part)
    references conversation_messages (account_id, conversation_id, turn, part) on delete cascade
);
create unique index conversation_files_uuid on conversation_files (account_id, uuid);
create unique index conversation_files_token on conversation_files (token);
create index conversation_files_of_conversation on conversation_files (account_id, conversation_id, turn);
create index conversation_files_unsent on conversation_files (created_at) where turn is null;

-- Whatever deletes the row, a job deletes the content, and the conversation counts one file less. A content that is being
-- stored is deleted later, when nobody can be storing it any more.
create function erase_conversation_file() returns trigger language plpgsql as $$
begin
  update conversations set file_count = file_count - 1
  where account_id = old.account_id and id = old.conversation_id;
  perform add_job(
    p_identifier => 'conversations.erase-file', p_payload => json_build_object('key', old.file_key), p_queue => null,
    p_run_at => now() + case when old.is_stored then interval '0' else interval '1 hour' end, p_max_attempts => 25, p_key => 'conversations.erase-file:' || old.file_key,
    p_keeps_run_at => false, p_flags => '{"outside": true}');
  return null;
end $$;
create trigger conversation_files_erased after delete on conversation_files
  for each row execute function erase_conversation_file();
