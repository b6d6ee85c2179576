-- Finds documents whose job was lost, and the document that a resumed request has created before.

alter table knowledge_documents add column operation_key uuid;
create unique index knowledge_documents_operation_key on knowledge_documents (account_id, operation_key)
  where operation_key is not null;

-- Whether the job waits, runs, or will be tried again.
create function has_job(p_key text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from graphile_worker._private_jobs
    where key = p_key and (locked_at is not null or attempts < max_attempts)
  );
end $$;
