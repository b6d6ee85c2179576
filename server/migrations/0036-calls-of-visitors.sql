-- Web calls that anonymous visitors of websites start.

alter table calls
  -- Null unless a visitor started the call: the day (UTC) whose allowance for visitors of the assistant pays for it.
  add column visitor_day date,
  -- What the call has taken from the allowance. The unused part is returned at its end.
  add column visitor_micros bigint not null default 0,
  -- A keyed hash of the visitor's address, which limits calls at the same time. Null after the end.
  add column visitor_address text,
  -- The origin of the website, if the browser sent it.
  add column origin text;
create index calls_of_visitor_address on calls (visitor_address) where visitor_address is not null;

-- The number of calls that one address has started on a day.
alter table conversation_visitor_addresses add column calls int not null default 0;
