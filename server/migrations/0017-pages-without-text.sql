-- Reports the pages of a PDF that contain no text, such as scanned ones.

alter table knowledge_documents add column pages_without_text int[] not null default '{}';
