-- Automations: flows with their versions, their runs and the steps of each run.

create table automations (
  account_id bigint not null references accounts (id) on delete cascade,
  id text not null,
  name text not null,
  is_enabled boolean not null,
  -- The latest version.
  version int not null,
  -- Copied from the latest version.
  trigger_type text not null,
  -- Part of the URL of the webhook trigger.
  webhook_token text not null unique,
  -- Events of other assistants do not start the flow, and steps use this assistant by default.
  assistant_id bigint,
  -- The webhook of the assistant that calls the webhook trigger.
  bound_webhook text,
  -- An example of the trigger's data.
  sample json,
  -- The next run of a schedule.
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Its runs are deleted in the background, and then the row.
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, assistant_id) references assistants (account_id, id)
);
create unique index automations_id on automations (id);
create index automations_trigger on automations (account_id, trigger_type) where is_enabled;
create index automations_next_at on automations (next_at) where next_at is not null;

-- Versions are never changed. A run keeps the version with which it began.
create table automation_versions (
  account_id bigint not null,
  automation_id text not null,
  version int not null,
  flow json not null,
  -- The secret of a webhook trigger, encrypted with the master key; the flow has its mask.
  sealed_secret bytea,
  created_at timestamptz not null,
  primary key (account_id, automation_id, version),
  foreign key (account_id, automation_id) references automations (account_id, id) on delete cascade
);

create table automation_runs (
  account_id bigint not null,
  id uuid not null,
  automation_id text not null,
  version int not null,
  status text not null check (status in ('RUNNING', 'SUCCEEDED', 'FAILED', 'PAUSED')),
  -- The data of the trigger.
  trigger json not null,
  is_test boolean not null default false,
  -- How many flows have called each other before this run.
  depth int not null default 0,
  -- Set by a step, so that runs can be found by it.
  outcome text,
  -- {status, body}, set by a step.
  response json,
  -- 2 after the first retry.
  attempt int not null default 1,
  -- A delay has ended, so that a retry would use old data.
  has_waited boolean not null default false,
  -- How many processes have died during its next step. A retry begins again with 0.
  deaths int not null default 0,
  -- A process has died during the next step, which may have had its effect.
  is_interrupted boolean not null default false,
  -- How many steps it and the runs that it starts may execute, and how many they had when it paused or ended.
  step_limit int not null,
  steps_used int not null default 0,
  -- The process that runs it. Null while it waits for a job.
  process_id text,
  -- When a paused run goes on.
  wake_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, automation_id) references automations (account_id, id) on delete cascade,
  check ((status = 'PAUSED') = (wake_at is not null)),
  check ((status in ('SUCCEEDED', 'FAILED')) = (ended_at is not null))
) with (fillfactor = 80);
create index automation_runs_latest on automation_runs (account_id, automation_id, started_at, id);
create index automation_runs_running on automation_runs (process_id) where status = 'RUNNING';
create index automation_runs_waiting on automation_runs (account_id, automation_id)
  where status = 'RUNNING' and process_id is null;
create index automation_runs_paused on automation_runs (wake_at) where status = 'PAUSED';
create index automation_runs_ended on automation_runs (ended_at) where ended_at is not null;

create table automation_steps (
  account_id bigint not null,
  run_id uuid not null,
  -- The name of the step; in a loop with the names and rounds of the loops around it, such as `each[2].send`.
  path text not null,
  attempt int not null,
  -- The order in which the steps of the run were begun.
  position int not null,
  name text not null,
  type text not null,
  status text not null check (status in ('RUNNING', 'SUCCEEDED', 'FAILED', 'PAUSED')),
  classification text not null check (classification in ('ok', 'paused_at_delay', 'wiring_error', 'missing_connection',
    'missing_record')),
  error text,
  -- It is not known whether a failed step had its effect.
  in_doubt boolean not null default false,
  input json,
  output json,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, run_id, path, attempt),
  foreign key (account_id, run_id) references automation_runs (account_id, id) on delete cascade
);
