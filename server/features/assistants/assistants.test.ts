// Assistants through the front door: made, changed, put into use, found, taken away.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertNotFound } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestAccount, type TestApp } from '#server/testing/test-app.ts'
import { findAssistant, findAssistantByUuid, selectAssistantNames } from './index.ts'

const minuteMs = 60_000

describe('assistants', () => {
  let parley: TestApp
  let holder: TestAccount
  let other: TestAccount
  before(async () => {
    parley = await startTestApp()
    holder = await parley.createAccount({ timeZone: 'Europe/Berlin' })
    other = await parley.createAccount()
  })
  after(() => parley[Symbol.asyncDispose]())

  const create = async (account = holder, name = 'Ada') => (await account.client.assistants.create({ name })).data
  const get = async (id: number) => (await holder.client.assistants.get({ id })).data

  it('tell the microseconds of their making', async () => {
    const { client } = await parley.createAccount()
    const moments: string[] = []
    for (let number = 0; number < 3; number++) {
      const { data } = await client.assistants.create({ name: `Ada ${number}` })
      const { data: assistant } = await client.assistants.get({ id: data.id })
      assert.equal(assistant.created_at, assistant.updated_at)
      moments.push(assistant.created_at)
    }
    assert.ok(moments.some((moment) => !moment.endsWith('000Z')))
  })

  it('are made of a name alone, with every default of the interface', async () => {
    const { message, data } = await holder.client.assistants.create({ name: '  Ada  ' })
    assert.equal(message, 'Assistant created successfully')
    const { id, uuid, ...rest } = data as typeof data & { uuid?: string }
    assert.equal(uuid, undefined)
    assert.deepEqual(rest, { name: 'Ada', status: 'inactive', type: 'outbound', mode: 'pipeline' })
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
      widget_enabled: true,
      widget_origins: [],
    })
  })

  it('answer an update in the fields of the interface, and are active once it completes them', async () => {
    const { id } = await create()
    const answer = await holder.client.assistants.update({ id, name: 'Grace' })
    assert.deepEqual(answer, {
      message: 'Assistant updated successfully',
      data: { id, name: 'Grace', status: 'active', type: 'outbound', mode: 'pipeline' },
    })
    assert.equal((await get(id)).status, 'active')
  })

  it('stay inactive while something is missing: words to go by, or a number to be called on', async () => {
    const { id } = await create()
    const { assistants } = holder.client
    assert.equal((await assistants.update({ id, system_prompt: null })).data.status, 'inactive')
    assert.equal((await assistants.update({ id, type: 'inbound', system_prompt: 'Be kind.' })).data.status, 'inactive')
    assert.equal((await assistants.update({ id, type: 'outbound' })).data.status, 'active')
  })

  it('are put into use and out of use by hand, which an update does not undo', async () => {
    const { id } = await create()
    const { assistants } = holder.client
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

  it('note when they were changed', async () => {
    const { id } = await create()
    const before = await get(id)
    await parley.turnClock(minuteMs)
    await holder.client.assistants.update({ id, record: true })
    const after = await get(id)
    assert.equal(after.created_at, before.created_at)
    assert.ok(Date.parse(after.updated_at) - Date.parse(before.updated_at) >= minuteMs)
  })

  it('are gone when deleted, though their names are still known to what they leave behind', async () => {
    const { id } = await create(holder, 'Gone')
    const { uuid } = await get(id)
    assert.deepEqual(await holder.client.assistants.delete({ id }), { message: 'Assistant deleted successfully' })
    await assertNotFound(holder.client.assistants.get({ id }), 'Assistant not found')
    await assertNotFound(
      holder.client.assistants.delete({ id }),
      'Assistant not found or does not belong to the authenticated user',
    )
    const { db } = parley.app.context
    assert.equal(await findAssistant(db, holder.account.id, id), undefined)
    assert.equal(await findAssistantByUuid(db, uuid), undefined)
    assert.deepEqual(await selectAssistantNames(db, holder.account.id, [id]), [{ id, uuid, name: 'Gone' }])
    assert.deepEqual(await selectAssistantNames(db, other.account.id, [id]), [])
    assert.ok((await holder.client.assistants.list({ per_page: 100 })).data.every((assistant) => assistant.id !== id))
  })

  it('are found by their uuid whosever they are', async () => {
    const { id } = await create(other, 'Elsewhere')
    const { uuid } = (await other.client.assistants.get({ id })).data
    const found = await findAssistantByUuid(parley.app.context.db, uuid)
    assert.deepEqual([found?.id, found?.accountId, found?.name], [id, other.account.id, 'Elsewhere'])
  })

  it('of others are absent, as are those that never were', async () => {
    const foreign = await create(other)
    const { assistants } = holder.client
    for (const id of [
      foreign.id,
      999_999,
      Number.MAX_SAFE_INTEGER,
      0,
      -1,
      1.5,
      'x',
      '9223372036854775808',
    ] as number[]) {
      await assertNotFound(assistants.get({ id }), 'Assistant not found')
      await assertNotFound(assistants.update({ id, name: 'Mine' }), 'Assistant not found')
      await assertNotFound(assistants.activate({ id }), 'Assistant not found')
      await assertNotFound(assistants.deactivate({ id }), 'Assistant not found')
      await assertNotFound(
        assistants.delete({ id }),
        'Assistant not found or does not belong to the authenticated user',
      )
    }
    const untouched = (await other.client.assistants.get({ id: foreign.id })).data
    assert.deepEqual([untouched.name, untouched.status], ['Ada', 'inactive'])
  })

  it('keep what several changes at once have set', async () => {
    const { id } = await create()
    await Promise.all([
      holder.client.assistants.update({ id, record: true }),
      holder.client.assistants.update({ id, max_duration: 300 }),
      holder.client.assistants.update({ id, variables: { city: 'Ulm' } }),
      holder.client.assistants.enableWebhook({ assistant_id: id, webhook_url: 'https://hooks.example/' }),
    ])
    const { record, max_duration, variables, is_webhook_active } = await get(id)
    assert.deepEqual([record, max_duration, variables, is_webhook_active], [true, 300, { city: 'Ulm' }, true])
  })

  it('ask for a key', async () => {
    const { assistants } = parley.anonymous
    for (const call of [assistants.list(), assistants.create({ name: 'x' }), assistants.get({ id: 1 })])
      await assert.rejects(call, { status: 401 })
  })
})
