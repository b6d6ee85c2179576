-- Campaigns, their leads, and the attempts to contact them.

create table campaigns (
  account_id bigint not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  channel text not null check (channel in ('call', 'chatapp', 'sms')),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'in-progress', 'paused', 'completed')),
  -- Why the campaign is paused, as a code and as a sentence. Null unless it is.
  pause_reason text,
  pause_message text,
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
  -- What the campaign is about: people can opt out of a topic. Null: of this campaign only.
  topic text,
  requires_consent boolean not null,
  -- The shortest time between two contacts with a person, and the most contacts in 24 hours, across all campaigns and calls.
  contact_gap_minutes int not null,
  contacts_per_day int not null,
  -- While the campaign is in progress: when it can contact the next lead, or null if it waits for leads or attempts, and why
  -- it waits until then.
  next_at timestamptz,
  waiting_reason text,
  -- When the campaign can send the next message.
  next_message_at timestamptz,
  -- Campaigns that have not been served for the longest time come first.
  last_attempt_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, assistant_id) references assistants (account_id, id),
  foreign key (account_id, chatapp_sender_id) references chatapp_senders (account_id, id)
    on delete set null (chatapp_sender_id),
  foreign key (account_id, chatapp_template_id) references chatapp_templates (account_id, id)
    on delete set null (chatapp_template_id),
  foreign key (account_id, sms_phone_number_id) references phone_numbers (account_id, id)
    on delete set null (sms_phone_number_id),
  check ((status = 'paused') = (pause_reason is not null))
);
create index campaigns_in_progress on campaigns (next_at) where status = 'in-progress';
create index campaigns_scheduled on campaigns (scheduled_start_at) where status = 'scheduled';

-- The numbers that a campaign calls from, in turn. Without any, the assistant's number is used.
create table campaign_phone_numbers (
  account_id bigint not null,
  campaign_id bigint not null,
  phone_number_id bigint not null,
  used_at timestamptz,
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
  -- IANA, of the person; null if it is not known.
  time_zone text,
  variables json not null,
  status text not null check (status in ('created', 'scheduled', 'processing', 'completed', 'rescheduled',
    'reached-max-retries', 'blacklisted')),
  -- The person has asked to be contacted, so gaps and caps do not apply.
  is_requested boolean not null default false,
  -- The campaign had a lead with this number already.
  is_duplicate boolean not null,
  -- A waiting lead is not contacted before this time, and why.
  due_at timestamptz not null,
  waiting_reason text,
  -- Which number is contacted next: 0 for the lead's own, then those of lead_contacts; and whether by the fallback channel.
  contact_position int not null default 0,
  is_fallback boolean not null default false,
  -- Attempts at this number and channel, and all attempts.
  tries int not null default 0,
  attempts int not null default 0,
  -- The outcome of the latest attempt, or why the lead is not contacted.
  outcome text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade
  -- The entries of leads that do not wait any more are removed before they slow down the choice of the next lead.
) with (autovacuum_vacuum_scale_factor = 0.01);
create unique index leads_number on leads (account_id, campaign_id, phone_number) where not is_duplicate;
create index leads_created_at on leads (account_id, created_at, id);
create index leads_campaign on leads (account_id, campaign_id, created_at, id);
-- The next lead of a campaign, by its channel.
create index leads_waiting on leads (account_id, campaign_id, is_fallback, due_at, id)
  where status in ('created', 'scheduled', 'rescheduled');

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

-- One row for each attempt, stored before anything leaves.
create table campaign_attempts (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_id bigint not null,
  -- Null after the lead was deleted.
  lead_id bigint,
  -- 1 for the first attempt of the lead.
  number int not null,
  channel text not null check (channel in ('call', 'chatapp', 'sms')),
  phone_number text not null,
  -- The uuid of the call, or the effect key of the message.
  uuid uuid not null unique,
  call_id bigint,
  message_id bigint,
  -- Why the person could be contacted: the consent, and the contacts of the last day.
  decision json not null,
  -- Null while the attempt is in progress.
  outcome text,
  detail text,
  goal_reached boolean,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- A message whose delivery is not reported counts as sent from then on. Null for calls.
  expires_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade,
  foreign key (account_id, lead_id) references leads (account_id, id) on delete set null (lead_id),
  check ((outcome is null) = (ended_at is null))
) with (autovacuum_vacuum_scale_factor = 0.01);
create unique index campaign_attempts_number on campaign_attempts (account_id, lead_id, number);
-- A person is contacted once at a time.
create unique index campaign_attempts_open_lead on campaign_attempts (account_id, lead_id) where ended_at is null;
create index campaign_attempts_open on campaign_attempts (account_id, campaign_id) where ended_at is null;
create index campaign_attempts_recent on campaign_attempts (account_id, campaign_id, created_at);
create index campaign_attempts_phone_number on campaign_attempts (account_id, phone_number, created_at)
  where channel <> 'call';
create index campaign_attempts_call on campaign_attempts (account_id, call_id) where call_id is not null;
create index campaign_attempts_expiring on campaign_attempts (expires_at)
  where ended_at is null and expires_at is not null;

-- How many leads have a status, how many attempts an outcome, and how many goals were reached, so that a campaign of a
-- million leads shows it at once.
create table campaign_counts (
  account_id bigint not null,
  campaign_id bigint not null,
  kind text not null check (kind in ('lead', 'attempt', 'goal')),
  value text not null,
  count bigint not null,
  primary key (account_id, campaign_id, kind, value),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade
);

create function add_campaign_count(account bigint, campaign bigint, counted text, new_value text, added bigint)
returns void language sql as $$
  -- A campaign that is being deleted has no counts any more.
  insert into campaign_counts as c (account_id, campaign_id, kind, value, count)
  select account_id, id, counted, new_value, added from campaigns where account_id = account and id = campaign
  on conflict (account_id, campaign_id, kind, value) do update set count = c.count + excluded.count
$$;

-- Counts are changed in one order, so that transactions do not wait for each other in a circle.
create function count_leads() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_campaign_count(account_id, campaign_id, 'lead', status, count(*)) from added
    group by account_id, campaign_id, status order by account_id, campaign_id, status;
  elsif tg_op = 'DELETE' then
    perform add_campaign_count(account_id, campaign_id, 'lead', status, -count(*)) from removed
    group by account_id, campaign_id, status order by account_id, campaign_id, status;
  else
    perform add_campaign_count(account_id, campaign_id, 'lead', status, sum(change)::bigint) from (
      select account_id, campaign_id, status, 1 as change from added
      union all
      select account_id, campaign_id, status, -1 from removed
    ) changes
    group by account_id, campaign_id, status having sum(change) <> 0 order by account_id, campaign_id, status;
  end if;
  return null;
end $$;

create trigger leads_inserted after insert on leads
  referencing new table as added for each statement execute function count_leads();
create trigger leads_updated after update on leads
  referencing old table as removed new table as added for each statement execute function count_leads();
create trigger leads_deleted after delete on leads
  referencing old table as removed for each statement execute function count_leads();

create function count_ended_attempt() returns trigger language plpgsql as $$
begin
  if new.outcome is distinct from old.outcome then
    if old.outcome is not null then
      perform add_campaign_count(new.account_id, new.campaign_id, 'attempt', old.outcome, -1);
    end if;
    if new.outcome is not null then
      perform add_campaign_count(new.account_id, new.campaign_id, 'attempt', new.outcome, 1);
    end if;
  end if;
  if new.goal_reached is distinct from old.goal_reached and new.goal_reached is not null then
    perform add_campaign_count(new.account_id, new.campaign_id, 'goal',
      case when new.goal_reached then 'reached' else 'missed' end, 1);
  end if;
  return null;
end $$;

create trigger campaign_attempts_ended after update of outcome, goal_reached on campaign_attempts
  for each row execute function count_ended_attempt();
