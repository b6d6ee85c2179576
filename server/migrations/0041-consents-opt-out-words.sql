-- The words of an account with which its customers opt out of messages, besides those of Parley.

create table opt_out_words (
  account_id bigint primary key references accounts (id) on delete cascade,
  words text[] not null
);
