-- Runs of automations have a generation, so that only the latest execution of a run can change it.

-- Increases whenever a process takes the run.
alter table automation_runs add column generation int not null default 0;
