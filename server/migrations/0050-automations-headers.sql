-- The headers of HTTP requests in flows are encrypted.

-- {step: {header: value}}, encrypted with the master key; the flow has their masks. Null if there are none, and until the job
-- below has encrypted those of earlier versions.
alter table automation_versions add column sealed_headers bytea;

select add_job(
  p_identifier => 'automations.seal-headers', p_payload => '{}', p_queue => null, p_run_at => now(), p_max_attempts => 25,
  p_key => 'automations.seal-headers', p_keeps_run_at => false)
from (select from automation_versions where flow::text like '%"headers"%' limit 1) as earlier;

-- Entries of the audit log contained the headers of flows. They keep everything else.
alter table audit_entries disable trigger audit_entries_protected;
update audit_entries set before = before - 'flow', after = after - 'flow'
where action like 'automations.%' and (before::text like '%"headers"%' or after::text like '%"headers"%');
alter table audit_entries enable trigger audit_entries_protected;
