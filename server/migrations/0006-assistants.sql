-- Assistants, and their folders, labels and tools.

create table folders (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  color text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, name)
);

create table labels (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  color text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, name)
);

-- HTTP functions that assistants may call during a conversation.
create table tools (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  description text not null,
  url text not null,
  method text not null check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  -- Header names and masked values. The full values are in sealed_headers.
  headers json not null,
  sealed_headers bytea not null,
  -- Not jsonb, because it does not keep the order of the properties that is shown to the model.
  parameters json not null,
  speak_during text,
  timeout_seconds int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  -- Models call a tool by its name.
  unique (account_id, name)
);

-- References and settings that queries filter by have columns of their own. All other settings are in `configuration`,
-- so that a new setting needs no migration.
create table assistants (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  uuid uuid not null unique,
  name text not null,
  type text not null check (type in ('inbound', 'outbound')),
  mode text not null check (mode in ('pipeline', 'multimodal', 'dualplex')),
  status text not null default 'inactive' check (status in ('inactive', 'active')),
  -- Deactivated manually. Only a manual activation resets it.
  deactivated boolean not null default false,
  language_id int not null references languages (id),
  voice_id int not null references voices (id),
  llm_model_id int references llm_models (id),
  multimodal_model_id int references multimodal_models (id),
  chat_llm_fallback_id int references llm_models (id),
  synthesizer_provider_id int references synthesizer_providers (id),
  transcriber_provider_id int references transcriber_providers (id),
  folder_id bigint,
  -- The foreign keys are added with the tables that they refer to.
  knowledgebase_id bigint,
  phone_number_id bigint,
  configuration jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The row is kept after deletion, because conversations and calls refer to it.
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, folder_id) references folders (account_id, id) on delete set null (folder_id)
);
create index assistants_folder_id on assistants (account_id, folder_id) where folder_id is not null;

create table assistant_labels (
  account_id bigint not null,
  assistant_id bigint not null,
  label_id bigint not null,
  primary key (account_id, assistant_id, label_id),
  foreign key (account_id, assistant_id) references assistants (account_id, id) on delete cascade,
  foreign key (account_id, label_id) references labels (account_id, id) on delete cascade
);
create index assistant_labels_label_id on assistant_labels (account_id, label_id);

create table assistant_tools (
  account_id bigint not null,
  assistant_id bigint not null,
  tool_id bigint not null,
  primary key (account_id, assistant_id, tool_id),
  foreign key (account_id, assistant_id) references assistants (account_id, id) on delete cascade,
  foreign key (account_id, tool_id) references tools (account_id, id) on delete cascade
);
create index assistant_tools_tool_id on assistant_tools (account_id, tool_id);
