-- Mails until they are sent.

create table mails (
  key text primary key check (length(key) <= 200),
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  -- Recipient, subject and text, encrypted with the master key. Null after the end.
  sealed_content bytea,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  check ((status = 'waiting') = (sealed_content is not null)),
  check ((status = 'waiting') = (ended_at is null))
);
create index mails_created_at on mails (created_at);
