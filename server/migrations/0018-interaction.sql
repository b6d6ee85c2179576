-- Stores how the sides of a call took turns.

-- {turns, answered, responseMs, …}: counts and sums. Null without a conversation, and for earlier calls.
alter table calls add column interaction jsonb;
-- [{atMs, customer, interruption}]: the states of turn-taking, each until the next.
alter table calls add column turn_states jsonb not null default '[]';
