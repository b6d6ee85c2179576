-- Transfers in which a person is called first, hears a briefing and then accepts or declines the customer.
alter table call_transfers
  -- Null for transfers without a briefing.
  add column agent_state text check (agent_state in ('waiting', 'accepted', 'declined', 'busy', 'no_answer', 'failed', 'abandoned')),
  add column agent_sid text,
  -- The person must press a key to accept.
  add column needs_key boolean not null default false,
  add column accepted_at timestamptz;
