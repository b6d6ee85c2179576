-- The secrets of webhook triggers are stored encrypted, and flows have their masks.

-- Encrypted with the master key. Null if the trigger has no secret.
alter table automation_versions add column sealed_secret bytea;

-- A migration has no master key to encrypt earlier secrets with. Their triggers refuse all requests until the secret is
-- given again.
update automation_versions set flow = json_build_object(
  'trigger', json_build_object(
    'type', flow #> '{trigger,type}',
    'input', json_strip_nulls(json_build_object(
      'secret', '********',
      'max_running', flow #> '{trigger,input,max_running}',
      'overflow', flow #> '{trigger,input,overflow}'))),
  'steps', flow -> 'steps')
where flow #> '{trigger,input,secret}' is not null;
