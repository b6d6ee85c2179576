-- The inbox: views that members save, and which conversation each of them has open.

create table conversation_views (
  account_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  -- The fields of `filters` in the API. Never a name, a number or words of a customer.
  filters jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, user_id) references members (account_id, user_id) on delete cascade
);
create unique index conversation_views_name on conversation_views (account_id, user_id, lower(name));

-- A member has one conversation open at most, so there are no more rows than members. Rows that were not renewed in time
-- do not count.
create table conversation_activities (
  account_id bigint not null,
  user_id bigint not null,
  conversation_id bigint not null,
  is_writing boolean not null,
  seen_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references members (account_id, user_id) on delete cascade,
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade
);
create index conversation_activities_of_conversation on conversation_activities (account_id, conversation_id);
