-- Campaigns and their leads.

create table campaigns (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  channel text not null check (channel in ('call', 'chatapp', 'sms')),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'in-progress', 'paused', 'completed')),
  -- Why the campaign is paused. Null unless it is.
  pause_reason text,
  assistant_id bigint,
  -- IANA.
  time_zone text not null,
  scheduled_start_at timestamptz,
  -- [{start, end}]: HH:MM; an end before the start is on the next day. If empty, allowed_hours_start and _end apply.
  schedule_windows jsonb not null,
  allowed_hours_start text,
  allowed_hours_end text,
  -- monday, …; empty for all days.
  allowed_days text[] not null,
  max_calls_in_parallel int not null,
  messages_per_minute int not null,
  max_retries int not null,
  retry_interval_minutes int not null,
  retry_on_voicemail boolean not null,
  retry_on_goal_incomplete boolean not null,
  goal_completion_variable text,
  mark_complete_when_no_leads boolean not null,
  chatapp_sender_id bigint,
  chatapp_template_id bigint,
  sms_phone_number_id bigint,
  sms_body text,
  -- {placeholder: variable of the lead}.
  text_variable_mapping json not null,
  -- How leads are contacted that no call has reached.
  fallback_channel text check (fallback_channel in ('chatapp', 'sms')),
  -- What the assistant says to a service that asks for the purpose of the call.
  purpose text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, assistant_id) references assistants (account_id, id),
  foreign key (account_id, chatapp_sender_id) references chatapp_senders (account_id, id)
    on delete set null (chatapp_sender_id),
  foreign key (account_id, chatapp_template_id) references chatapp_templates (account_id, id)
    on delete set null (chatapp_template_id),
  foreign key (account_id, sms_phone_number_id) references phone_numbers (account_id, id)
    on delete set null (sms_phone_number_id)
);

-- The numbers that a campaign calls from, in turn. Without any, the assistant's number is used.
create table campaign_phone_numbers (
  account_id bigint not null,
  campaign_id bigint not null,
  phone_number_id bigint not null,
  primary key (account_id, campaign_id, phone_number_id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade,
  foreign key (account_id, phone_number_id) references phone_numbers (account_id, id) on delete cascade
);

create table leads (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_id bigint not null,
  -- E.164.
  phone_number text not null,
  variables json not null,
  status text not null check (status in ('created', 'scheduled', 'processing', 'completed', 'rescheduled',
    'reached-max-retries', 'blacklisted')),
  -- The campaign had a lead with this number already.
  is_duplicate boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade
) with (fillfactor = 80);
create unique index leads_number on leads (account_id, campaign_id, phone_number) where not is_duplicate;
create index leads_created_at on leads (account_id, created_at, id);
create index leads_campaign on leads (account_id, campaign_id, created_at, id);

-- Further numbers of the person of a lead, tried in the order of their positions.
create table lead_contacts (
  account_id bigint not null,
  lead_id bigint not null,
  position int not null,
  phone_number text not null,
  variables json not null,
  primary key (account_id, lead_id, position),
  foreign key (account_id, lead_id) references leads (account_id, id) on delete cascade
);

-- How many leads of a campaign have a status, so that a campaign of a million leads shows it at once.
create table campaign_lead_counts (
  account_id bigint not null,
  campaign_id bigint not null,
  status text not null,
  count bigint not null,
  primary key (account_id, campaign_id, status),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade
);

create function add_lead_counts(account bigint, campaign bigint, new_status text, added bigint) returns void
language sql as $$
  -- A campaign that is being deleted has no counts any more.
  insert into campaign_lead_counts as c (account_id, campaign_id, status, count)
  select account_id, id, new_status, added from campaigns where account_id = account and id = campaign
  on conflict (account_id, campaign_id, status) do update set count = c.count + excluded.count
$$;

-- Rows of counts are changed in one order, so that transactions do not wait for each other in a circle.
create function count_leads() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_lead_counts(account_id, campaign_id, status, count(*)) from added_leads
    group by account_id, campaign_id, status order by account_id, campaign_id, status;
  elsif tg_op = 'DELETE' then
    perform add_lead_counts(account_id, campaign_id, status, -count(*)) from removed_leads
    group by account_id, campaign_id, status order by account_id, campaign_id, status;
  else
    perform add_lead_counts(account_id, campaign_id, status, sum(change)::bigint) from (
      select account_id, campaign_id, status, 1 as change from added_leads
      union all
      select account_id, campaign_id, status, -1 from removed_leads
    ) changes
    group by account_id, campaign_id, status having sum(change) <> 0 order by account_id, campaign_id, status;
  end if;
  return null;
end $$;

create trigger leads_inserted after insert on leads
  referencing new table as added_leads for each statement execute function count_leads();
create trigger leads_updated after update on leads
  referencing old table as removed_leads new table as added_leads for each statement execute function count_leads();
create trigger leads_deleted after delete on leads
  referencing old table as removed_leads for each statement execute function count_leads();
