-- Rows of every table as the first release (migrations 0001 to 0009) wrote them. This file is a record: never edit it.
-- Secrets are encrypted under the master key of 32 bytes 0x07. The test replaces http://receiver.test.

insert into master_key (fingerprint) values ('1f4a8cf63a981b4e');

insert into synthesizer_providers (id, name, code, language_ids) values (1, 'ElevenLabs', 'elevenlabs', '{1}');
insert into transcriber_providers (id, name, code, language_ids) values (1, 'Deepgram', 'deepgram', '{1}');
insert into languages (id, name, iso_2, locale, synthesizer_provider_id, transcriber_provider_id)
values (1, 'English', 'en', 'en-US', 1, 1);
insert into llm_models (id, name, vendor, code) values (1, 'GPT-4.1 mini', 'openai', 'gpt-4.1-mini');
insert into multimodal_models (id, name, vendor, code, modes)
values (1, 'GPT Realtime', 'openai', 'gpt-realtime', '{multimodal,dualplex}');
insert into voices (id, name, language_id, gender, synthesizer_provider_id, code)
values (1, 'Ava', 1, 'female', 1, 'ava');
insert into catalogue_version (version) values ('0.1');

insert into accounts (name, email, kind, time_zone, country, created_at)
values ('Bakery', 'owner@bakery.example', 'direct', 'Europe/Paris', 'FR', '2026-01-01T08:00:00Z');
-- The token is 1|abcdefghijklmnopqrstuvwxyz0123456789ABCD.
insert into api_keys (account_id, name, secret_sha256)
values (1, 'default', sha256('abcdefghijklmnopqrstuvwxyz0123456789ABCD'));
insert into voices (account_id, name, language_id, gender, synthesizer_provider_id, code)
values (1, 'Own voice', 1, 'female', 1, 'own-voice');

insert into balances (account_id, balance_micros, held_micros) values (1, 99980000, 10000);
insert into ledger_entries (account_id, kind, ref, amount_micros, balance_after_micros) values
  (1, 'top-up', 'invoice 1', 100000000, 100000000),
  (1, 'widget-message', 'conversation:9370c6c9-5ad9-403a-b4ef-03cb9a3f539c:1', -10000, 99990000),
  (1, 'chatapp-message', 'message:de95a1f7-0f03-4f1e-a357-71258a6cc8b4', -10000, 99980000);
insert into holds (account_id, ref, amount_micros, status, expires_at) values
  (1, 'conversation:9370c6c9-5ad9-403a-b4ef-03cb9a3f539c:1', 10000, 'settled', '2026-01-02T10:10:00Z'),
  (1, 'message:2787a0dd-27e3-43ac-a118-e760c0e4a1c3', 10000, 'held', now() + interval '1 day');

insert into folders (account_id, name, color, created_at, updated_at)
values (1, 'Shops', '#ff8800', '2026-01-01T09:00:00Z', '2026-01-01T09:00:00Z');
insert into labels (account_id, name, created_at, updated_at)
values (1, 'Live', '2026-01-01T09:00:00Z', '2026-01-01T09:00:00Z');
insert into tools (
  account_id, name, description, url, method, headers, sealed_headers, parameters, timeout_seconds, created_at,
  updated_at)
values (
  1, 'opening_hours', 'Returns the opening hours.', 'https://bakery.example/hours', 'POST',
  '{"authorization": "********cdef"}',
  '\x01be910ba9aed8cba8e61e2b6e7b77f10f742a39a44a8af451c1f78123be9abda9d0f6d83cca3f0788db8fba503296a6fd30bc5c19e16038035798cdad94a7cf11baafa06586e440',
  '{"type": "object", "properties": {}}', 10, '2026-01-01T09:00:00Z', '2026-01-01T09:00:00Z');
insert into assistants (
  account_id, uuid, name, type, mode, status, language_id, voice_id, llm_model_id, synthesizer_provider_id,
  transcriber_provider_id, folder_id, configuration, created_at, updated_at)
values (
  1, 'd5f5a4cf-1a83-4cc0-8591-aa145dad8282', 'Ada', 'outbound', 'pipeline', 'active', 1, 1, 1, 1, 1, 1,
  '{
    "tools": [{"type": "end_call", "data": {"message": "Goodbye!"}}],
    "record": false, "fillers": false, "timezone": "Europe/Paris", "variables": {"city": "Lyon"}, "webhookUrl": null,
    "speechSpeed": 1.1, "ambientSound": "off", "endpointType": "vad",
    "fillerConfig": {"neutral": ["Okay."], "negative": ["I see."], "positive": ["Great."], "question": ["Let me see."]},
    "systemPrompt": "You work for a bakery in {{city}}.", "widgetEnabled": true, "widgetOrigins": [],
    "initialMessage": "Hello from {{city}}!", "llmTemperature": 0.1, "postCallSchema": [], "voiceStability": 0.7,
    "isWebhookActive": false, "voiceSimilarity": 0.5, "waitForCustomer": false, "visitorVariables": null,
    "voiceMailMessage": null, "inboundWebhookUrl": null, "knowledgebaseMode": "function_call",
    "minInterruptWords": null, "ttsEmotionEnabled": true, "allowInterruptions": true, "ambientSoundVolume": 0.5,
    "endCallOnVoicemail": true, "maxDurationSeconds": 300, "postCallEvaluation": true, "reengagementPrompt": null,
    "ringingTimeSeconds": 30, "endpointSensitivity": 0.5, "interruptSensitivity": 0.5, "secondaryLanguageIds": [],
    "isInboundWebhookActive": false, "turnDetectionThreshold": null, "enableNoiseCancellation": true,
    "includeRecordingInWebhook": true, "maxSilenceDurationSeconds": 40, "conversationEndedRetrigger": false,
    "sendWebhookOnlyOnCompleted": true, "conversationEndedWebhookUrl": "http://receiver.test/ended",
    "reengagementIntervalSeconds": 30, "isConversationEndedWebhookActive": true,
    "maxInitialSilenceDurationSeconds": null, "conversationInactivityTimeoutMinutes": 30
  }',
  '2026-01-01T09:30:00Z', '2026-01-01T09:30:00Z');
insert into assistant_labels (account_id, assistant_id, label_id) values (1, 1, 1);
insert into assistant_tools (account_id, assistant_id, tool_id) values (1, 1, 1);

insert into conversations (
  account_id, uuid, assistant_id, type, variables_from_visitor, status, opened_at, turns, message_count, cost_micros,
  last_activity_at, created_at, updated_at)
values (
  1, '9370c6c9-5ad9-403a-b4ef-03cb9a3f539c', 1, 'widget', true, 'open', '2026-01-02T10:00:00Z', 1, 3, 10000,
  '2026-01-02T10:00:02Z', '2026-01-02T10:00:00Z', '2026-01-02T10:00:02Z');
insert into conversation_messages (
  account_id, conversation_id, turn, part, author, content, model, rounds, input_tokens, output_tokens, created_at)
values
  (1, 1, 0, 1, 'assistant', 'Hello from Lyon!', null, null, null, null, '2026-01-02T10:00:00Z'),
  (1, 1, 1, 0, 'customer', 'When do you close?', null, null, null, null, '2026-01-02T10:00:01Z'),
  (1, 1, 1, 1, 'assistant', 'We close at six.', 'openai/gpt-4.1-mini', 1, 7, 5, '2026-01-02T10:00:02Z');
insert into conversation_visitors (account_id, assistant_id, day, turns, spent_micros)
values (1, 1, '2026-01-02', 1, 10000);
insert into conversation_visitor_addresses (day, address_key, turns)
values ('2026-01-02', '6442dab741a73290a052d2aabbbca7648d19ebaf021e3dbcff43caf11c232629', 1);

-- A person of the account has taken over the second conversation.
insert into conversations (
  account_id, uuid, assistant_id, type, customer_key, customer_identifier, customer_phone, customer_name, ai_enabled,
  status, opened_at, turns, message_count, cost_micros, last_activity_at, created_at, updated_at)
values (
  1, '86f53654-7f0c-491e-8360-b8d9b2646947', 1, 'chatapp', '1:+447700900002', '+447700900002', '+447700900002', 'Ann',
  false, 'open', '2026-01-02T11:00:00Z', 2, 2, 10000, '2026-01-02T11:05:00Z', '2026-01-02T11:00:00Z',
  '2026-01-02T11:05:00Z');
insert into conversation_messages (account_id, conversation_id, turn, part, author, content, created_at) values
  (1, 2, 1, 1, 'assistant', 'Ann, your order is on its way.', '2026-01-02T11:00:00Z'),
  (1, 2, 2, 0, 'customer', 'Thanks!', '2026-01-02T11:05:00Z');

-- The token is 0123456789abcdef0123456789abcdef.
insert into carrier_accounts (account_id, account_sid, auth_token, verified_at)
values (
  1, 'AC11111111111111111111111111111111',
  '\x01462e1d3f9611dad429060c890cdf8b8182b7358f6816c06a8a19822a137d42a503081bfb46f8c210df49dc61df3c6ce2f5bf8a4079428b6360a55325',
  '2026-01-01T10:00:00Z');
insert into chatapp_senders (
  account_id, carrier_account_sid, phone_number, display_name, assistant_id, carrier_sid, raw_status, status,
  quality_rating, messaging_limit, inbound_webhook, synced_at, claimed_at, looked_until, look_tried_at, created_at,
  updated_at)
values (
  1, 'AC11111111111111111111111111111111', '+14155550001', 'Bakery', 1, 'XEcd25fe41a4134555be05baf48e023adf',
  'ONLINE', 'online', 'HIGH', '10000',
  '{"url": "http://127.0.0.1:8080/carrier/twilio/message", "method": "POST"}', '2026-01-01T10:00:00Z',
  '2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z',
  '2026-01-01T10:00:00Z');
insert into chatapp_templates (
  account_id, sender_id, carrier_sid, name, language, category, status, raw_status, body_text, placeholders,
  created_at, updated_at)
values (
  1, 1, 'HX01a74c8f43dc4a08bdee7d1ee6e950b5', 'order_shipped', 'en', 'utility', 'approved', 'approved',
  '{{1}}, your order is on its way.', '[{"key": "1", "name": "Ann", "sample": "Ann"}]', '2026-01-01T10:00:00Z',
  '2026-01-01T10:00:00Z');
insert into chatapp_contacts (
  account_id, sender_id, customer_key, address, profile_name, conversation_id, last_inbound_at, last_template_at,
  reached_at, last_inbound_id, answered_id)
values (
  1, 1, '+447700900002', '+447700900002', 'Ann', 2, '2026-01-02T11:05:00Z', '2026-01-02T11:00:00Z',
  '2026-01-02T11:00:00Z', 2, 2);
insert into chatapp_messages (
  account_id, uuid, sender_id, customer_key, direction, kind, head_uuid, part, conversation_id,
  conversation_message_id, address, body, state, status, carrier_account_sid, sid, callback_token, ledger_ref,
  price_micros, charged_micros, created_at, updated_at)
values
  (1, '801690cb-f669-4b65-a787-c079a686e599', 1, '+447700900002', 'outbound', 'template',
    '801690cb-f669-4b65-a787-c079a686e599', 1, 2, 4, '+447700900002', 'Ann, your order is on its way.', 'accepted',
    'read', 'AC11111111111111111111111111111111', 'SM9e0394d2d3cf4a2aa6b88fa64b0d18ac',
    '7cade18d-d2a7-48a3-871b-b0ff30f78acc', 'message:de95a1f7-0f03-4f1e-a357-71258a6cc8b4', 10000, 10000,
    '2026-01-02T11:00:00Z', '2026-01-02T11:01:00Z'),
  (1, '5183e0c5-9c3d-48ea-9b81-a4ca954e175e', 1, '+447700900002', 'inbound', 'inbound',
    '5183e0c5-9c3d-48ea-9b81-a4ca954e175e', 1, 2, 5, '+447700900002', 'Thanks!', 'received', 'received',
    'AC11111111111111111111111111111111', 'SM31f297249ccc4a029984ed8017e1f928', null, null, 0, 0,
    '2026-01-02T11:05:00Z', '2026-01-02T11:05:00Z');
insert into chatapp_media (
  account_id, message_id, conversation_id, position, source_url, file_key, content_type, size_bytes, created_at)
values (
  1, 2, 2, 0, 'https://api.twilio.com/media/ME1', 'b0a0b3f6-3f0a-4ec6-b9c3-0d6a0f1a2b3c', 'image/png', 70,
  '2026-01-02T11:05:00Z');
insert into carrier_inbox (provider, account_sid, sid, event, subject, news, received_at, done_at)
values (
  'twilio', 'AC11111111111111111111111111111111', 'SM9e0394d2d3cf4a2aa6b88fa64b0d18ac', 'status:read',
  '801690cb-f669-4b65-a787-c079a686e599',
  '{"sid": "SM9e0394d2d3cf4a2aa6b88fa64b0d18ac", "status": "read", "errorCode": null, "eventType": "READ", "accountSid": "AC11111111111111111111111111111111", "errorMessage": null}',
  '2026-01-02T11:01:00Z', '2026-01-02T11:01:00Z'), (
  -- It waits to be processed.
  'twilio', 'AC11111111111111111111111111111111', 'SM9e0394d2d3cf4a2aa6b88fa64b0d18ac', 'status:failed',
  '801690cb-f669-4b65-a787-c079a686e599',
  '{"sid": "SM9e0394d2d3cf4a2aa6b88fa64b0d18ac", "status": "failed", "errorCode": 21610, "eventType": null, "accountSid": "AC11111111111111111111111111111111", "errorMessage": "The recipient has opted out."}',
  '2026-01-02T11:02:00Z', null);

-- The secret is whsec_YSBzaWduaW5nIHNlY3JldCBvZiAyNCBi.
insert into webhook_secrets (account_id, box, hint, created_at)
values (
  1,
  '\x01f9b840e6a15fb75204cbfc69fb18ddfc027cbb28357211077421b846b6ae89f6e579f14264e14c5c5351865bcb1b1a00c7d1e5ff529bbe465b0fb873',
  'NCBi', '2026-01-01T10:00:00Z');
insert into webhook_deliveries (
  account_id, message_id, kind, subject, url, receiver, body, status, attempts, failures, last_status_code, last_error,
  next_attempt_at, created_at, delivered_at)
values
  (1, 'msg_de95a1f70f034f1ea35771258a6cc8b4', 'conversation.ended', '5b0d7a52-0000-4000-8000-000000000001',
    'http://receiver.test/ended', 'receiver.test', '{"n": 1}', 'delivered', 1, 0, 200, null, null, now(), now()),
  (1, 'msg_2787a0dd27e343aca118e760c0e4a1c3', 'conversation.ended', '5b0d7a52-0000-4000-8000-000000000002',
    'http://receiver.test/ended', 'receiver.test', '{"n": 2}', 'pending', 1, 1, 503, 'The receiver answered 503.',
    now() - interval '1 minute', now(), null);
insert into webhook_attempts (account_id, delivery_id, attempt, at, status_code, error, duration_ms) values
  (1, 1, 1, now(), 200, null, 12),
  (1, 2, 1, now() - interval '2 minutes', 503, 'The receiver answered 503.', 15);

-- The reply to a request that created a conversation.
insert into idempotency_keys (scope, key, request_sha256, status, reply)
values (
  'account:1', 'order 42',
  encode(sha256('["POST","/api/conversations",{"assistant_id":"d5f5a4cf-1a83-4cc0-8591-aa145dad8282"}]'), 'hex'), 200,
  '{"status":true,"conversation_id":"9370c6c9-5ad9-403a-b4ef-03cb9a3f539c","history":[]}');
insert into rate_limits (key, accepted_at)
values ('POST /api/user/chatapp/send account:1', array[timestamptz '2026-01-02T11:00:00Z']);

select add_job(
  p_identifier => 'webhooks.deliver', p_payload => '{"accountId": 1, "deliveryId": 2}', p_queue => null,
  p_run_at => now(), p_max_attempts => 25, p_key => 'webhook:1:2', p_keeps_run_at => false,
  p_flags => '{"outside": true, "account:1": true}');
select add_job(
  p_identifier => 'conversations.end', p_payload => '{"accountId": 1, "conversationId": 1}', p_queue => null,
  p_run_at => now(), p_max_attempts => 25, p_key => 'conversation-end:1:1', p_keeps_run_at => false,
  p_flags => '{"outside": true, "account:1": true}');
