-- Says what is missing from a document that was read, such as text that is hidden.

alter table knowledge_documents add column warnings text[] not null default '{}';
alter table knowledge_pages add column warning text;
