-- What ledger entries were paid for, and their sums by day.

alter table ledger_entries
  -- Null for money that the account was given.
  add column channel text check (channel in ('call', 'widget', 'api', 'chatapp', 'sms', 'automation')),
  -- The records may have been deleted.
  add column assistant_id bigint,
  add column campaign_id bigint,
  add column call_id bigint,
  add column conversation_id bigint,
  -- Of chatapp_messages.
  add column message_id bigint,
  add column automation_id text,
  add column member_id bigint,
  -- Negative in refunds.
  add column calls int not null default 0,
  add column seconds int not null default 0,
  add column messages int not null default 0,
  add column segments int not null default 0,
  add column ai_steps int not null default 0,
  -- Of top-ups and adjustments: why and by whom.
  add column note text check (length(note) <= 500),
  add column author text check (length(author) <= 100);

-- Known when a message is sent, for its ledger entry.
alter table chatapp_messages
  add column assistant_id bigint,
  add column campaign_id bigint;

update ledger_entries l set channel = known.channel, assistant_id = known.assistant_id,
  campaign_id = known.campaign_id, call_id = known.call_id, conversation_id = known.conversation_id,
  message_id = known.message_id, calls = known.calls, seconds = known.seconds, messages = known.messages,
  segments = known.segments, ai_steps = known.ai_steps
from (
  select e.account_id, e.id,
    case e.kind when 'ai-step' then 'automation' when 'call-transfer' then 'call' else split_part(e.kind, '-', 1) end
      as channel,
    coalesce(c.assistant_id, t.assistant_id, v.assistant_id, m.assistant_id) as assistant_id,
    coalesce(c.campaign_id, t.campaign_id, m.campaign_id) as campaign_id,
    coalesce(c.id, t.id) as call_id,
    coalesce(v.id, m.conversation_id) as conversation_id,
    m.id as message_id,
    (e.kind = 'call')::int as calls,
    case when e.kind = 'call' then coalesce(c.duration_seconds, 0) else 0 end as seconds,
    case when e.kind like '%-message' then 1 when e.kind like '%-refund' then -1 else 0 end as messages,
    case when e.kind = 'sms-refund' then -1 else 1 end * coalesce(m.segments, 0) as segments,
    (e.kind = 'ai-step')::int as ai_steps
  from ledger_entries e
  left join calls c on e.kind = 'call' and c.account_id = e.account_id and 'call:' || c.uuid::text = e.ref
  left join (
    select t.account_id, 'call-transfer:' || t.uuid::text as ref, c.id, c.assistant_id, c.campaign_id
    from call_transfers t join calls c on c.account_id = t.account_id and c.id = t.call_id
  ) t on e.kind = 'call-transfer' and t.account_id = e.account_id and t.ref = e.ref
  left join conversations v on e.kind in ('widget-message', 'api-message') and v.account_id = e.account_id
    and v.uuid::text = split_part(e.ref, ':', 2)
  left join (
    select m.account_id, m.ledger_ref, m.id, m.conversation_id, v.assistant_id, a.campaign_id, s.segments
    from chatapp_messages m
    left join conversations v on v.account_id = m.account_id and v.id = m.conversation_id
    left join campaign_attempts a on a.account_id = m.account_id and a.uuid::text = m.effect_key
    left join (
      select account_id, head_uuid, sum(segments) as segments from chatapp_messages
      where segments is not null and direction = 'outbound' group by account_id, head_uuid
    ) s on s.account_id = m.account_id and s.head_uuid = m.head_uuid
    where m.ledger_ref is not null
  ) m on e.kind in ('chatapp-message', 'sms-message', 'chatapp-refund', 'sms-refund') and m.account_id = e.account_id
    and m.ledger_ref = regexp_replace(e.ref, '^refund:', '')
  where e.kind in ('call', 'call-transfer', 'widget-message', 'api-message', 'chatapp-message', 'sms-message',
    'chatapp-refund', 'sms-refund', 'ai-step')
) known
where l.account_id = known.account_id and l.id = known.id;

create index ledger_entries_newest on ledger_entries (account_id, created_at desc, id desc);

-- The sums of the entries that were spent. The transaction that books an entry holds the lock on the balance of the
-- account, so that transactions do not wait for each other here.
create table usage_days (
  account_id bigint not null references accounts (id) on delete cascade,
  -- In the time zone of the account.
  day date not null,
  channel text not null,
  -- 0: none.
  assistant_id bigint not null,
  campaign_id bigint not null,
  member_id bigint not null,
  calls bigint not null,
  seconds bigint not null,
  messages bigint not null,
  segments bigint not null,
  ai_steps bigint not null,
  cost_micros bigint not null,
  primary key (account_id, day, channel, assistant_id, campaign_id, member_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);

insert into usage_days (account_id, day, channel, assistant_id, campaign_id, member_id, calls, seconds, messages, segments,
  ai_steps, cost_micros)
select e.account_id, (e.created_at at time zone a.time_zone)::date, e.channel, coalesce(e.assistant_id, 0),
  coalesce(e.campaign_id, 0), 0, sum(e.calls), sum(e.seconds), sum(e.messages), sum(e.segments), sum(e.ai_steps),
  -sum(e.amount_micros)
from ledger_entries e join accounts a on a.id = e.account_id
where e.channel is not null
group by 1, 2, 3, 4, 5;

create function add_usage() returns trigger language plpgsql as $$
begin
  insert into usage_days as u (account_id, day, channel, assistant_id, campaign_id, member_id, calls, seconds, messages,
    segments, ai_steps, cost_micros)
  select e.account_id, (e.created_at at time zone a.time_zone)::date, e.channel, coalesce(e.assistant_id, 0),
    coalesce(e.campaign_id, 0), coalesce(e.member_id, 0), sum(e.calls), sum(e.seconds), sum(e.messages),
    sum(e.segments), sum(e.ai_steps), -sum(e.amount_micros)
  from added e join accounts a on a.id = e.account_id
  where e.channel is not null
  group by 1, 2, 3, 4, 5, 6
  order by 1, 2, 3, 4, 5, 6
  on conflict (account_id, day, channel, assistant_id, campaign_id, member_id) do update set
    calls = u.calls + excluded.calls, seconds = u.seconds + excluded.seconds,
    messages = u.messages + excluded.messages, segments = u.segments + excluded.segments,
    ai_steps = u.ai_steps + excluded.ai_steps, cost_micros = u.cost_micros + excluded.cost_micros;
  return null;
end
$$;

create trigger add_usage after insert on ledger_entries
  referencing new table as added for each statement execute function add_usage();
