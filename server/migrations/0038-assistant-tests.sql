-- Tests of assistants: calls in virtual time against their settings, and the latest runs of each test.

create table assistant_tests (
  account_id bigint not null,
  id bigint generated always as identity,
  assistant_id bigint not null,
  name text not null,
  -- The fields of the API: script or simulate, and what belongs to it.
  definition json not null,
  -- The call from which the test was made, which contains the same words.
  source_call_id bigint,
  source_call_uuid uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, assistant_id) references assistants (account_id, id) on delete cascade,
  foreign key (account_id, source_call_id) references calls (account_id, id) on delete cascade
);
create index assistant_tests_of_assistant on assistant_tests (account_id, assistant_id);
create index assistant_tests_of_call on assistant_tests (account_id, source_call_id) where source_call_id is not null;

create table assistant_test_runs (
  account_id bigint not null,
  id bigint generated always as identity,
  test_id bigint not null,
  status text not null check (status in ('queued', 'running', 'passed', 'failed', 'error', 'cancelled')),
  -- The version of the settings that are tested.
  assistant_version int,
  -- How many times the run was begun. More than once if a process has died.
  attempts int not null default 0,
  -- Only who has set it may store the result.
  claim uuid,
  message text,
  -- Checks, transcript and turn-taking.
  result json,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, test_id) references assistant_tests (account_id, id) on delete cascade,
  check ((status in ('queued', 'running')) = (finished_at is null))
);
create index assistant_test_runs_latest on assistant_test_runs (account_id, test_id, id);
create unique index assistant_test_runs_open on assistant_test_runs (account_id, test_id)
  where status in ('queued', 'running');
