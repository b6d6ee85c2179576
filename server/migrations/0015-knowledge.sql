-- Knowledgebases, their documents, the passages of the documents, and the indexes over the passages.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table knowledgebases (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text,
  -- Changes whenever the documents that can be found, or their vectors, change.
  revision bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);

alter table assistants add foreign key (account_id, knowledgebase_id)
  references knowledgebases (account_id, id) on delete set null (knowledgebase_id);
create index assistants_knowledgebase_id on assistants (account_id, knowledgebase_id)
  where knowledgebase_id is not null;

create table knowledge_documents (
  account_id bigint not null,
  id bigint generated always as identity,
  knowledgebase_id bigint not null,
  name text not null,
  description text,
  type text not null check (type in ('website', 'pdf', 'txt', 'docx')),
  status text not null default 'processing' check (status in ('processing', 'active', 'failed')),
  -- Why the document failed.
  error text,
  url text,
  links text[] not null default '{}',
  relative_links_limit int,
  file_key text,
  file_name text,
  file_size bigint,
  -- Null if the document has no pages.
  pages_done int,
  pages_known int,
  -- Attempts to process the document. Only the passages of the latest attempt are kept.
  attempts int not null default 0,
  passages_count int not null default 0,
  -- The languages of the passages, ISO 639-1.
  languages text[] not null default '{}',
  -- The embedding model for which all vectors are stored.
  embedding_model text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, knowledgebase_id) references knowledgebases (account_id, id) on delete cascade
);
create index knowledge_documents_knowledgebase_id on knowledge_documents (account_id, knowledgebase_id);
create index knowledge_documents_processing on knowledge_documents (updated_at) where status = 'processing';
create index knowledge_documents_embedding_model on knowledge_documents (embedding_model) where status = 'active';

-- The pages of a website.
create table knowledge_pages (
  account_id bigint not null,
  document_id bigint not null,
  position int not null,
  url text not null,
  -- The address that was requested, once the page has been read; `url` is the one after redirects.
  requested_url text,
  -- Links on the page are followed.
  follows_links boolean not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'failed')),
  -- Why the page has no passages.
  error text,
  -- Attempts to read the page. A page that ends the process repeatedly fails.
  attempts int not null default 0,
  title text,
  language text,
  -- [{markdown, page}]
  sections jsonb,
  content_hash text,
  primary key (account_id, document_id, position),
  unique (account_id, document_id, url),
  foreign key (account_id, document_id) references knowledge_documents (account_id, id) on delete cascade
);

create table knowledge_passages (
  account_id bigint not null,
  document_id bigint not null,
  position int not null,
  text text not null,
  headings text[] not null,
  page int,
  url text,
  language text,
  primary key (account_id, document_id, position),
  foreign key (account_id, document_id) references knowledge_documents (account_id, id) on delete cascade
);

-- The full-text index: for each word of some passages of a document, the passages that contain it and its weight in each.
-- A GIN index over tsvector cannot rank by how rare a word is within one knowledgebase.
create table knowledge_postings (
  account_id bigint not null,
  knowledgebase_id bigint not null,
  word text not null,
  document_id bigint not null,
  first_position int not null,
  passages int not null,
  -- For each passage: 4096 times its position, plus 1000 times the saturated frequency of the word in it (BM25).
  postings int[] not null,
  primary key (account_id, knowledgebase_id, word, document_id, first_position),
  foreign key (account_id, document_id) references knowledge_documents (account_id, id) on delete cascade
);
create index knowledge_postings_document_id on knowledge_postings (account_id, document_id);

-- The words of a knowledgebase, to find those that resemble a misspelled word. Words of deleted documents may remain.
create table knowledge_words (
  account_id bigint not null,
  knowledgebase_id bigint not null,
  word text not null,
  primary key (account_id, knowledgebase_id, word),
  foreign key (account_id, knowledgebase_id) references knowledgebases (account_id, id) on delete cascade
);
create index knowledge_words_similar on knowledge_words using gin (knowledgebase_id, word gin_trgm_ops);

create table knowledge_vectors (
  account_id bigint not null,
  document_id bigint not null,
  model text not null,
  -- The passages for which the row was made. Those in a language that the model does not understand have no vector.
  first_position int not null,
  last_position int not null,
  -- The passages of the vectors.
  positions int[] not null,
  -- One signed byte for each component of each vector.
  vectors bytea not null,
  primary key (account_id, document_id, model, first_position),
  foreign key (account_id, document_id) references knowledge_documents (account_id, id) on delete cascade
);
alter table knowledge_vectors alter column vectors set storage external;
