// Assistants: defaults, storage, status, lists and ownership.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assistantSettings } from '#contract/assistants/assistant-fields.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { assertInvalid, assertNotFound } from '#testing/requests/expect-refusal.ts'
import { fieldOfSetting } from './assistant/setting-names.ts'
import { findAssistant, findAssistantByUuid, selectAssistantNames } from './index.ts'

const minuteMs = 60_000
const notFoundOnDelete = 'Assistant not found or does not belong to the authenticated user'

const parley = await startTestApp()
const owner = await parley.createAccount({ timeZone: 'Europe/Berlin' })
const other = await parley.createAccount()
after(() => parley[Symbol.asyncDispose]())

describe('assistants', () => {
  const create = async (account = owner, name = 'Ada') => (await account.client.assistants.create({ name })).data
  const get = async (id: number) => (await owner.client.assistants.get({ id })).data

  it('have creation times with microseconds', async () => {
    const times: string[] = []
    for (let number = 0; number < 3; number++) {
      const { created_at, updated_at } = await get((await create()).id)
      assert.equal(created_at, updated_at)
      times.push(created_at)
    }
    assert.ok(times.some((time) => !time.endsWith('000Z')))
  })

  it('need only a name; every other field has a default', async () => {
    const { message, data } = await owner.client.assistants.create({ name: '  Ada  ' })
    assert.equal(message, 'Assistant created successfully')
    const { id } = data
    assert.deepEqual(data, { id, name: 'Ada', status: 'inactive', type: 'outbound', mode: 'pipeline' })
    const shown = await get(id)
    assert.match(shown.uuid, /^[0-9a-f-]{36}$/)
    assert.match(shown.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    const { uuid: _uuid, created_at: _at, updated_at: _since, filler_config, system_prompt, ...settings } = shown
    assert.ok(system_prompt)
    assert.deepEqual(Object.keys(filler_config), ['positive', 'negative', 'question', 'neutral'])
    assert.deepEqual(settings, {
      id,
      status: 'inactive',
      deactivated: false,
      version: 1,
      language: 'English',
      name: 'Ada',
      type: 'outbound',
      mode: 'pipeline',
      timezone: 'Europe/Berlin',
      language_id: 1,
      secondary_language_ids: [],
      voice_id: 1,
      initial_message: 'Hello! How can I help you today?',
      llm_model_id: 1,
      multimodal_model_id: null,
      chat_llm_fallback_id: null,
      llm_temperature: 0.1,
      turn_detection_threshold: null,
      knowledgebase_id: null,
      knowledgebase_mode: 'function_call',
      folder_id: null,
      label_ids: [],
      phone_number_id: null,
      tool_ids: [],
      tools: [],
      tts_emotion_enabled: true,
      voice_stability: 0.7,
      voice_similarity: 0.5,
      speech_speed: 1,
      synthesizer_provider_id: 1,
      transcriber_provider_id: 1,
      allow_interruptions: true,
      fillers: false,
      record: false,
      store_transcript: true,
      enable_noise_cancellation: true,
      wait_for_customer: false,
      max_duration: 600,
      max_silence_duration: 40,
      max_initial_silence_duration: null,
      ringing_time: 30,
      reengagement_interval: 30,
      reengagement_prompt: null,
      end_call_on_voicemail: true,
      voice_mail_message: null,
      endpoint_type: 'vad',
      endpoint_sensitivity: 0.5,
      interrupt_sensitivity: 0.5,
      min_interrupt_words: null,
      ambient_sound: 'off',
      ambient_sound_volume: 0.5,
      is_webhook_active: false,
      webhook_url: null,
      send_webhook_only_on_completed: true,
      include_recording_in_webhook: true,
      is_inbound_webhook_active: false,
      inbound_webhook_url: null,
      post_call_evaluation: true,
      post_call_schema: [],
      variables: {},
      visitor_variables: null,
      conversation_inactivity_timeout: 30,
      conversation_ended_retrigger: false,
      conversation_ended_webhook_url: null,
      is_conversation_ended_webhook_active: true,
      handover: null,
      widget_enabled: true,
      widget_voice_enabled: false,
      widget_origins: [],
      widget_files_enabled: false,
    })
  })

  it('store every field of the contract, as a column, in the configuration or in a table of links', async () => {
    const { id } = await create()
    const { rows } = await sql<{ columns: string[]; settings: (keyof typeof fieldOfSetting)[] }>`
      select array(select jsonb_object_keys(to_jsonb(a))) as columns,
        array(select jsonb_object_keys(a.configuration)) as settings
      from assistants a where id = ${id}`.execute(parley.app.context.db)
    const { columns, settings } = rows[0]!
    const fields = Object.keys(assistantSettings)
    const inColumns = columns.filter((column) => fields.includes(column))
    const inConfiguration = settings.map((setting) => fieldOfSetting[setting] ?? setting)
    assert.deepEqual([...inColumns, ...inConfiguration, 'label_ids', 'tool_ids'].sort(), fields.sort())
  })

  it('become active when an update completes them', async () => {
    const { id } = await create()
    const answer = await owner.client.assistants.update({ id, name: 'Grace' })
    assert.deepEqual(answer, {
      message: 'Assistant updated successfully',
      data: { id, name: 'Grace', status: 'active', type: 'outbound', mode: 'pipeline' },
    })
    assert.equal((await get(id)).status, 'active')
  })

  it('stay inactive without a system prompt, or without a phone number for inbound calls', async () => {
    const { id } = await create()
    const { assistants } = owner.client
    assert.equal((await assistants.update({ id, system_prompt: null })).data.status, 'inactive')
    assert.equal((await assistants.update({ id, type: 'inbound', system_prompt: 'Be kind.' })).data.status, 'inactive')
    assert.equal((await assistants.update({ id, type: 'outbound' })).data.status, 'active')
  })

  it('can be activated and deactivated, which an update does not change', async () => {
    const { id } = await create()
    const { assistants } = owner.client
    assert.deepEqual(await assistants.activate({ id }), {
      message: 'Assistant activated successfully',
      data: { id, name: 'Ada', status: 'active', type: 'outbound', mode: 'pipeline' },
    })
    assert.equal((await assistants.deactivate({ id })).message, 'Assistant deactivated successfully')
    assert.equal((await assistants.update({ id, name: 'Quiet' })).data.status, 'inactive')
    assert.equal((await get(id)).deactivated, true)
    assert.equal((await assistants.activate({ id })).data.status, 'active')
    assert.equal((await assistants.update({ id, name: 'Loud' })).data.status, 'active')
  })

  it('show the time of their last change', async () => {
    const { id } = await create()
    const before = await get(id)
    await parley.turnClock(minuteMs)
    await owner.client.assistants.update({ id, record: true })
    const after = await get(id)
    assert.equal(after.created_at, before.created_at)
    assert.ok(Date.parse(after.updated_at) - Date.parse(before.updated_at) >= minuteMs)
  })

  it('are not found after their deletion, but keep their names for their conversations', async () => {
    const { id } = await create(owner, 'Gone')
    const { uuid } = await get(id)
    assert.deepEqual(await owner.client.assistants.delete({ id }), { message: 'Assistant deleted successfully' })
    await assertNotFound(owner.client.assistants.get({ id }), 'Assistant not found')
    await assertNotFound(owner.client.assistants.delete({ id }), notFoundOnDelete)
    const { db } = parley.app.context
    assert.equal(await findAssistant(db, owner.account.id, id), undefined)
    assert.equal(await findAssistantByUuid(db, uuid), undefined)
    assert.deepEqual(await selectAssistantNames(db, owner.account.id, [id]), [{ id, uuid, name: 'Gone' }])
    assert.deepEqual(await selectAssistantNames(db, other.account.id, [id]), [])
    assert.ok((await owner.client.assistants.list({ per_page: 100 })).data.every((assistant) => assistant.id !== id))
  })

  it('are found by their UUID in any account', async () => {
    const { id } = await create(other, 'Elsewhere')
    const { uuid } = (await other.client.assistants.get({ id })).data
    const found = await findAssistantByUuid(parley.app.context.db, uuid)
    assert.deepEqual([found?.id, found?.accountId, found?.name], [id, other.account.id, 'Elsewhere'])
  })

  it('of other accounts are not found, like unknown ids', async () => {
    const foreign = await create(other)
    const { assistants } = owner.client
    const { get, activate, deactivate } = assistants
    const invalid = [0, -1, 1.5, 'x', '9223372036854775808'] as number[]
    for (const id of [foreign.id, 999_999, Number.MAX_SAFE_INTEGER, ...invalid]) {
      for (const call of [get, activate, deactivate]) await assertNotFound(call({ id }), 'Assistant not found')
      await assertNotFound(assistants.update({ id, name: 'Mine' }), 'Assistant not found')
      await assertNotFound(assistants.delete({ id }), notFoundOnDelete)
    }
    const untouched = (await other.client.assistants.get({ id: foreign.id })).data
    assert.deepEqual([untouched.name, untouched.status], ['Ada', 'inactive'])
  })

  it('keep the changes of concurrent updates', async () => {
    const { id } = await create()
    await Promise.all([
      owner.client.assistants.update({ id, record: true }),
      owner.client.assistants.update({ id, max_duration: 300 }),
      owner.client.assistants.update({ id, variables: { city: 'Ulm' } }),
      owner.client.assistants.enableWebhook({ assistant_id: id, webhook_url: 'https://hooks.example/' }),
    ])
    const { record, max_duration, variables, is_webhook_active } = await get(id)
    assert.deepEqual([record, max_duration, variables, is_webhook_active], [true, 300, { city: 'Ulm' }, true])
  })

  it('require an API key', async () => {
    const { assistants } = parley.anonymous
    for (const call of [assistants.list(), assistants.create({ name: 'x' }), assistants.get({ id: 1 })])
      await assert.rejects(call, { status: 401 })
  })

  it('are listed in pages, newest first, and by type', async () => {
    const { assistants } = (await parley.createAccount()).client
    for (let count = 1; count <= 12; count++)
      await assistants.create({ name: `No. ${count}`, type: count % 3 === 0 ? 'inbound' : 'outbound' })
    const namesOf = (list: { data: { name: string }[] }) => list.data.map(({ name }) => name)
    const first = await assistants.list()
    assert.deepEqual(
      namesOf(first),
      Array.from({ length: 10 }, (_, index) => `No. ${12 - index}`),
    )
    const { per_page, total, last_page, from, to } = first
    assert.deepEqual(
      { per_page, total, last_page, from, to },
      { per_page: 10, total: 12, last_page: 2, from: 1, to: 10 },
    )
    assert.equal(first.data[0]!.language, 'English')
    const inbound = await assistants.list({ type: 'inbound', per_page: 3, page: 2 })
    assert.deepEqual(namesOf(inbound), ['No. 3'])
    assert.equal(inbound.prev_page_url, `${testBaseUrl}/api/user/assistants/get?per_page=3&type=inbound&page=1`)
    assert.deepEqual((await assistants.list({ page: 99 })).data, [])
    await assertInvalid(assistants.list({ per_page: 0 }), { per_page: ['The per page must be at least 1.'] })
    await assertInvalid(assistants.list({ per_page: 101 }), { per_page: ['The per page may not be greater than 100.'] })
    await assertInvalid(assistants.list({ type: 'sideways' as 'inbound' }), { type: ['The selected type is invalid.'] })
  })

  it('for outbound calls have a list of their own', async () => {
    const { assistants } = (await parley.createAccount()).client
    await assistants.create({ name: 'In', type: 'inbound' })
    const { data } = await assistants.create({ name: 'Out' })
    const { uuid } = (await assistants.get({ id: data.id })).data
    assert.deepEqual(await assistants.listOutbound(), [{ ...data, uuid }])
  })

  it('have three webhooks that can be enabled and disabled', async () => {
    const { id } = await create()
    const { assistants } = owner.client
    const switches = [
      ['Webhook', 'enableWebhook', 'disableWebhook', 'webhook'],
      ['Inbound webhook', 'enableInboundWebhook', 'disableInboundWebhook', 'inbound_webhook'],
      [
        'Conversation ended webhook',
        'enableConversationEndedWebhook',
        'disableConversationEndedWebhook',
        'conversation_ended_webhook',
      ],
    ] as const
    for (const [what, enable, disable, webhook] of switches) {
      const [active, url] = [`is_${webhook}_active`, `${webhook}_url`] as const
      const hook = `https://hooks.example/${url}`
      for (const [webhook_url, message] of [
        [undefined, 'The webhook url field is required.'],
        [
          'http://10.0.0.1/',
          'This address is private or reserved and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.',
        ],
      ])
        await assertInvalid(assistants[enable]({ assistant_id: id, webhook_url }), { webhook_url: [message!] })
      assert.equal((await get(id))[url], null)
      const on = { message: `${what} enabled successfully`, data: [] }
      assert.deepEqual(await assistants[enable]({ assistant_id: id, webhook_url: hook }), on)
      assert.deepEqual([(await get(id))[active], (await get(id))[url]], [true, hook])
      const off = { message: `${what} disabled successfully`, data: [] }
      assert.deepEqual(await assistants[disable]({ assistant_id: id }), off)
      assert.deepEqual(await assistants[disable]({ assistant_id: id }), off)
      assert.deepEqual([(await get(id))[active], (await get(id))[url]], [false, hook])
      await assistants[enable]({ assistant_id: id })
      assert.equal((await get(id))[active], true)
      for (const assistant_id of [999_999, (await create(other)).id]) {
        await assertNotFound(assistants[enable]({ assistant_id, webhook_url: hook }), 'Assistant not found')
        await assertNotFound(assistants[disable]({ assistant_id }), 'Assistant not found')
      }
      const unnamed = { assistant_id: ['The assistant id field is required.'] }
      await assertInvalid(assistants[disable]({} as { assistant_id: number }), unnamed)
    }
    assert.equal((await get(id)).status, 'inactive')
  })
})
