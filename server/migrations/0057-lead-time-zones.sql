-- Campaigns whose schedule applies in the time zone of each lead.

alter table campaigns add column uses_lead_time_zone boolean not null default false;
