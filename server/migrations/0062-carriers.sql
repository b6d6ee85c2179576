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
-- What waits to be processed has the names of the earlier version.
update carrier_inbox
set news = (
  select json_object_agg(
    case key
      when 'sid' then 'externalId'
      when 'accountSid' then 'carrierAccountId'
      when 'repliedToSid' then 'repliedToExternalId'
      else key
    end, value)
  from json_each(news)
)
where done_at is null;

alter table phone_numbers add column carrier text not null default 'twilio';
alter table phone_numbers alter column carrier drop default;
alter table phone_numbers rename column carrier_account_sid to carrier_account_id;
alter table phone_numbers rename column carrier_sid to external_id;

alter table calls rename column carrier_account_sid to carrier_account_id;
alter table calls rename column carrier_sid to external_id;
alter table call_transfers rename column agent_sid to agent_external_id;

-- What a failure means, in the words of no carrier.
alter table chatapp_messages add column failure_reason text;
alter table calls add column failure_reason text;
update chatapp_messages set failure_reason = case
  when error_code in (21610, 63014) then 'opted_out'
  when error_code = 63033 then 'opted_out_of_marketing'
  when error_code = 21211 then 'malformed_number'
  when error_code in (21214, 21217, 21614, 30005, 30006, 63003, 63024) then 'invalid_number'
  when error_code in (21215, 21216, 21408, 21612, 30004, 63013) then 'unreachable'
  when error_code = 63016 then 'outside_window'
  when error_code = 21655 then 'unknown_template'
  when error_code = 21656 then 'wrong_variables'
  else 'other'
end
where error_code is not null;
update calls set failure_reason = case
  when error_code = 21211 then 'malformed_number'
  when error_code in (13223, 13224, 13225, 13226, 13227, 21214, 21217) then 'invalid_number'
  when error_code in (21215, 21216) then 'unreachable'
  else 'other'
end
where error_code is not null;
