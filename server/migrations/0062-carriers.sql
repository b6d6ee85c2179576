-- Several carriers: the names of columns no longer follow those of one carrier.

alter table carrier_accounts rename column account_sid to external_id;
alter table carrier_accounts rename column auth_token to credentials;
alter table carrier_accounts add column carrier text not null default 'twilio' check (length(carrier) between 1 and 20);
alter table carrier_accounts alter column carrier drop default;
alter table carrier_accounts drop constraint carrier_accounts_pkey;
-- An account has at most one carrier account at each carrier.
alter table carrier_accounts add primary key (account_id, carrier);

alter table chatapp_senders add column carrier text not null default 'twilio';
alter table chatapp_senders alter column carrier drop default;
alter table chatapp_senders rename column carrier_account_sid to carrier_account_id;
alter table chatapp_senders rename column carrier_sid to external_id;
alter table chatapp_templates rename column carrier_sid to external_id;

alter table chatapp_messages rename column carrier_account_sid to carrier_account_id;
alter table chatapp_messages rename column sid to external_id;
alter table chatapp_messages rename column replied_to_sid to replied_to_external_id;

-- The ids of carrier accounts differ between carriers.
alter table carrier_inbox drop column provider;
alter table carrier_inbox rename column account_sid to carrier_account_id;
alter table carrier_inbox rename column sid to external_id;
alter table carrier_inbox add unique (carrier_account_id, external_id, event);
-- What the error codes of the first carrier mean, in the words of no carrier.
create function pg_temp.reason_of(code int) returns text language sql immutable as $$
  select case
    when code is null then null
    when code in (21610, 63014) then 'opted_out'
    when code = 63033 then 'opted_out_of_marketing'
    when code = 21211 then 'malformed_number'
    when code in (13223, 13224, 13225, 13226, 13227, 21214, 21217, 21614, 30005, 30006, 63003, 63024)
      then 'invalid_number'
    when code in (21215, 21216, 21408, 21612, 30004, 63013) then 'unreachable'
    when code = 63016 then 'outside_window'
    when code in (63040, 63041, 63042) then 'template_unavailable'
    when code = 21655 then 'unknown_template'
    when code = 21656 then 'wrong_variables'
    when code in (30002, 63001, 63020, 63051, 63112) then 'sender_unavailable'
    when code = 20003 then 'unauthorised'
    when code in (20005, 20006) then 'account_restricted'
    when code in (14107, 20429, 20500, 20503, 21611, 30001, 30022, 63018, 63038) then 'overloaded'
    when code = 20404 then 'not_found'
    else 'other'
  end
$$;

-- What waits to be processed has the names of the earlier version, and no reasons.
update carrier_inbox
set news = (
  select json_object_agg(key, value)
  from (
    select
      case key
        when 'sid' then 'externalId'
        when 'accountSid' then 'carrierAccountId'
        when 'repliedToSid' then 'repliedToExternalId'
        else key
      end as key, value
    from json_each(news)
    union all
    select 'failureReason', coalesce(to_json(pg_temp.reason_of((news->>'errorCode')::int)), 'null'::json)
    where event like 'status:%'
  ) fields
)
where done_at is null;

alter table phone_numbers add column carrier text not null default 'twilio';
alter table phone_numbers alter column carrier drop default;
alter table phone_numbers rename column carrier_account_sid to carrier_account_id;
alter table phone_numbers rename column carrier_sid to external_id;

alter table calls rename column carrier_account_sid to carrier_account_id;
alter table calls rename column carrier_sid to external_id;
alter table call_transfers rename column agent_sid to agent_external_id;

alter table chatapp_messages add column failure_reason text;
update chatapp_messages set failure_reason = pg_temp.reason_of(error_code) where error_code is not null;
alter table calls add column failure_reason text;
update calls set failure_reason = pg_temp.reason_of(error_code) where error_code is not null;
