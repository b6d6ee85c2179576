-- Whether a machine has answered the call to a person, so that a mailbox is not taken for a person who declines.
alter table call_transfers
  add column agent_is_machine boolean not null default false,
  drop constraint call_transfers_agent_state_check,
  add constraint call_transfers_agent_state_check check (
    agent_state in ('waiting', 'accepted', 'declined', 'busy', 'no_answer', 'voicemail', 'failed', 'abandoned'));
