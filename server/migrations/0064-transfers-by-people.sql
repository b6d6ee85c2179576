-- A person of the account can transfer a live call.
alter table call_requests
  drop constraint call_requests_kind_check,
  add constraint call_requests_kind_check check (kind in ('whisper', 'hand_back', 'transfer', 'end'));
