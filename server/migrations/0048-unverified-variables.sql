-- The variables whose values an account did not give itself: a flow wrote them from the data of its run, which anyone can
-- have sent. They are no addresses of the person. The variables of visitors are known by `variables_from_visitor` of a
-- conversation and by `visitor_day` of a call.

alter table conversations add column unverified_variables text[] not null default '{}';
alter table calls add column unverified_variables text[] not null default '{}';
alter table leads add column unverified_variables text[] not null default '{}';

create temporary table written on commit drop as
  select s.account_id, s.type, coalesce(s.output ->> 'conversation_id', s.output ->> 'call_id', s.output ->> 'lead_id') as id,
    array_agg(distinct v.name) as names
  from automation_steps s
  cross join lateral json_object_keys(
    case when json_typeof(s.input -> 'variables') = 'object' then s.input -> 'variables' else '{}' end) as v (name)
  where s.type in ('reply', 'make_call', 'create_lead', 'update_lead') and s.output is not null
  group by 1, 2, 3;
update conversations c set unverified_variables = w.names from written w
where w.type = 'reply' and w.account_id = c.account_id and w.id = c.uuid::text;
update leads l set unverified_variables = w.names from (
  select s.account_id, s.id, array_agg(distinct n.name) as names
  from written s cross join lateral unnest(s.names) as n (name)
  where s.type in ('create_lead', 'update_lead') group by 1, 2
) w
where w.account_id = l.account_id and w.id = l.id::text;
update calls c set unverified_variables = w.names from written w
where w.type = 'make_call' and w.account_id = c.account_id and w.id = c.id::text;
update calls c set unverified_variables = l.unverified_variables from leads l
where l.account_id = c.account_id and l.id = c.lead_id and l.unverified_variables <> '{}';

-- Whether a visitor started the conversation or call with this UUID.
create function is_of_visitor(account bigint, subject text) returns boolean
  language sql stable parallel safe
  return exists (select from conversations c
      where c.account_id = account and c.variables_from_visitor
        and c.uuid = case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject::uuid end)
    or exists (select from calls c
      where c.account_id = account and c.visitor_day is not null
        and c.uuid = case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject::uuid end);
