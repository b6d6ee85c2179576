-- How the widget of an assistant looks on websites.

-- Deleted with the assistant. Without a row, everything has its default.
create table widgets (
  account_id bigint not null,
  assistant_id bigint not null,
  -- The fields of the contract, without the picture.
  appearance jsonb not null default '{}',
  -- Null without a picture. A new picture has a new id, so browsers can keep the old one.
  picture_id uuid unique,
  picture bytea,
  picture_type text,
  primary key (account_id, assistant_id),
  foreign key (account_id, assistant_id) references assistants (account_id, id) on delete cascade
);
