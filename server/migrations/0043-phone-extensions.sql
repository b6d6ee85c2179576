-- Keys that are pressed after the answer of a call to a number that several people share.

alter table leads add column extension text;
alter table lead_contacts add column extension text;
alter table calls add column extension text;

-- Two extensions of a number are two people.
create unique index leads_number_and_extension
  on leads (account_id, campaign_id, phone_number, coalesce(extension, '')) where not is_duplicate;
drop index leads_number;
