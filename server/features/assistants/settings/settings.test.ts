// The settings of assistants: storage, limits, defaults and updates.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultVoice } from '#server/features/catalogues/index.ts'
import { choices, flags, type SettingsInput, useAssistantSettings } from '#testing/features/assistant-settings.ts'

const lengths = { name: 255, initial_message: 200, reengagement_prompt: 1000, voice_mail_message: 1000 }

describe('settings of an assistant', () => {
  const { settings, create, update, createRefused, updateRefused } = useAssistantSettings()

  it('are all returned as they were given', async () => {
    const { client } = settings().account
    const folder = (await client.folders.create({ name: 'Sales' })).data
    const label = (await client.labels.create({ name: 'hot' })).data
    const newTool = { name: 'look_up', description: 'Looks up.', url: 'https://api.example/' }
    const tool = (await client.tools.create(newTool)).data
    const target = await create()
    const plain = {
      name: 'Every field',
      type: 'inbound',
      mode: 'pipeline',
      timezone: 'America/Sao_Paulo',
      language_id: 4,
      secondary_language_ids: [2, 1],
      voice_id: defaultVoice({ mode: 'pipeline', languageId: 4, synthesizerProviderId: 1 })!.id,
      initial_message: 'Guten Tag, {{customer_name}}!',
      system_prompt: 'Du hilfst {{customer_name}}.\nSei freundlich.',
      llm_model_id: 12,
      multimodal_model_id: 2,
      chat_llm_fallback_id: 5,
      llm_temperature: 0.35,
      turn_detection_threshold: 0.4,
      knowledgebase_id: null,
      knowledgebase_mode: 'prompt',
      folder_id: folder.id,
      label_ids: [label.id],
      phone_number_id: null,
      tool_ids: [tool.id],
      tts_emotion_enabled: false,
      voice_stability: 0.2,
      voice_similarity: 0.9,
      speech_speed: 1.1,
      synthesizer_provider_id: 1,
      transcriber_provider_id: 3,
      allow_interruptions: false,
      fillers: true,
      filler_config: { positive: ['Prima.'], negative: [], question: ['Hm.'], neutral: ['So.'] },
      record: true,
      store_transcript: false,
      enable_noise_cancellation: false,
      wait_for_customer: true,
      max_duration: 900,
      max_silence_duration: 20,
      max_initial_silence_duration: 10,
      ringing_time: 45,
      reengagement_interval: 15,
      reengagement_prompt: 'Frag nach.',
      end_call_on_voicemail: false,
      voice_mail_message: 'Bitte rufen Sie zurück.',
      endpoint_type: 'ai',
      endpoint_sensitivity: 2.5,
      interrupt_sensitivity: 4,
      min_interrupt_words: 3,
      ambient_sound: 'crowded_room',
      ambient_sound_volume: 0.25,
      is_webhook_active: true,
      webhook_url: 'https://hooks.example/calls',
      send_webhook_only_on_completed: false,
      include_recording_in_webhook: false,
      is_inbound_webhook_active: true,
      inbound_webhook_url: 'https://hooks.example/inbound',
      post_call_evaluation: false,
      post_call_schema: [{ name: 'interested', type: 'bool', description: 'Whether they want to hear more' }],
      variables: { customer_name: 'Frau Muster', note: '' },
      visitor_variables: ['customer_name'],
      conversation_inactivity_timeout: 45,
      conversation_ended_retrigger: true,
      conversation_ended_webhook_url: 'https://hooks.example/chats',
      is_conversation_ended_webhook_active: false,
      handover: {
        keywords: ['Mensch'],
        on_request: true,
        after_failures: 3,
        to: 'round_robin',
        message: 'Einen Moment.',
        office_hours: {
          windows: [{ days: ['monday', 'friday'], start: '09:00', end: '17:30' }],
          closed_message: 'Wir sind ab neun da.',
        },
        webhook_url: 'https://hooks.example/handovers',
      },
      widget_enabled: false,
      widget_voice_enabled: true,
      widget_origins: ['https://shop.example', 'http://localhost:3000'],
      widget_files_enabled: true,
    } as const
    const tools = [
      { type: 'call_transfer', phone_number: '+4930123456x204', description: 'When they ask for a person' },
      { type: 'call_transfer', phone_number: '+4930123456', send_digits: 'wwww204#', end_call_on_failure: true },
      { type: 'warm_call_transfer', phone_numbers: ['+4930123456,,204#', '+4930123457'], extension: '9' },
      { type: 'end_call', enabled: false },
      { type: 'dtmf_input' },
      { type: 'collect_keypad', max_digits: 6, finish_key: '#', timeout_seconds: 10 },
      { type: 'assistant_transfer', assistant_id: target.id },
    ] as const
    const given = structuredClone({ ...plain, tools }) as unknown as SettingsInput
    const shown = await create(given)
    const { id, uuid, status, deactivated, version, language, created_at, updated_at, ...kept } = shown
    assert.equal(language, 'German')
    assert.deepEqual(kept, { ...plain, tools: tools.map(({ type, ...data }) => ({ type, data })) })
    const blank = await create()
    const updated = await update(blank.id, given)
    const { updated_at: updatedAt } = updated
    assert.deepEqual(updated, {
      ...blank,
      ...kept,
      language,
      status: updated.status,
      version: 2,
      updated_at: updatedAt,
    })
    const { updated_at: _when, ...again } = await update(id, shown as unknown as SettingsInput)
    assert.deepEqual({ ...again, updated_at }, shown)
  })

  it('accept tools in the form of the response, with the same errors', async () => {
    const { id } = await create()
    const { tools } = await update(id, {
      tools: [
        { type: 'end_call', description: 'flat', data: { description: 'When they say goodbye', message: 'Bye.' } },
        { type: 'dtmf_input', data: {} },
      ],
    })
    assert.deepEqual(tools, [
      { type: 'end_call', data: { description: 'flat', message: 'Bye.' } },
      { type: 'dtmf_input', data: {} },
    ])
    const wrong = [
      { type: 'call_transfer', data: {} },
      { type: 'collect_keypad', data: { max_digits: 0 } },
    ]
    const errors = {
      'tools.0.data.phone_number': ['The tools.0.data.phone number field is required.'],
      'tools.1.data.max_digits': ['The tools.1.data.max digits must be between 1 and 32.'],
    }
    await updateRefused(id, { tools: wrong }, errors)
    const unknown = [{ type: 'assistant_transfer', data: { assistant_id: 999_999 } }]
    const invalid = { 'tools.0.assistant_id': ['The selected tools.0.assistant id is invalid.'] }
    await updateRefused(id, { tools: unknown }, invalid)
  })

  it('limit the length of texts', async () => {
    const { id } = await create()
    for (const [field, max] of Object.entries(lengths)) {
      const attribute = field.replaceAll('_', ' ')
      const shown: Record<string, unknown> = await update(id, { [field]: 'é'.repeat(max) })
      assert.equal(shown[field], 'é'.repeat(max))
      const tooLong = `The ${attribute} may not be greater than ${max} characters.`
      await updateRefused(id, { [field]: 'x'.repeat(max + 1) }, { [field]: [tooLong] })
      await updateRefused(id, { [field]: 7 }, { [field]: [`The ${attribute} must be a string.`] })
    }
  })

  it('accept only the listed choices', async () => {
    const { id } = await create()
    for (const [field, values] of Object.entries(choices)) {
      for (const value of values) {
        const shown: Record<string, unknown> = await update(id, { [field]: value })
        assert.equal(shown[field], value)
      }
      const errors = { [field]: [`The selected ${field.replaceAll('_', ' ')} is invalid.`] }
      await updateRefused(id, { [field]: 'other' }, errors)
    }
    await updateRefused(id, { mode: 'triplex' }, { mode: ['The selected mode is invalid.'] })
  })

  it('accept booleans in the forms that HTML forms send', async () => {
    const { id } = await create()
    for (const field of flags) {
      for (const [sent, kept] of [
        [true, true],
        [0, false],
        ['1', true],
        ['false', false],
      ] as const) {
        assert.equal((await update(id, { [field]: sent } as SettingsInput))[field], kept)
      }
      const errors = { [field]: [`The ${field.replaceAll('_', ' ')} field must be true or false.`] }
      await updateRefused(id, { [field]: 'perhaps' }, errors)
    }
  })

  it('require a name', async () => {
    const required = { name: ['The name field is required.'] }
    for (const name of [undefined, null, '', '   ']) await createRefused({ name }, required)
    const { id } = await create()
    for (const name of [null, '', '   ']) await updateRefused(id, { name }, required)
  })

  it('are cleared or reset to their default by null', async () => {
    const fresh = await create()
    const custom: SettingsInput = {
      initial_message: 'Hi',
      system_prompt: 'Be kind.',
      speech_speed: 1.2,
      max_duration: 60,
      min_interrupt_words: 2,
      webhook_url: 'https://hooks.example/',
      reengagement_prompt: 'Still there?',
      variables: { a: 'b' },
      secondary_language_ids: [2],
      tools: [{ type: 'end_call' }],
      post_call_schema: [{ name: 'mood', type: 'string', description: 'Their mood' }],
      voice_id: 2,
      llm_model_id: 2,
      widget_origins: ['https://shop.example'],
      ambient_sound: 'cafe',
      filler_config: { neutral: ['Mhm.'] },
    }
    const { id } = await create(custom)
    const cleared = await update(id, {
      ...Object.fromEntries(Object.keys(custom).map((field) => [field, null])),
      ...{ system_prompt: '', secondary_language_ids: [], tools: [], post_call_schema: [] },
    })
    const { uuid, version, created_at, updated_at } = cleared
    const identity = { id, uuid, version, created_at, updated_at }
    assert.deepEqual(cleared, { ...fresh, ...identity, initial_message: null, system_prompt: null })
  })

  it('store the evaluation types `int` and `float` of other clients as `number`', async () => {
    const types = ['int', 'float', 'number', 'bool', 'string'] as const
    const fields = types.map((type) => ({ name: `a_${type}`, type, description: 'A value' }))
    const { post_call_schema: stored } = await create({ post_call_schema: fields })
    assert.deepEqual(
      stored.map(({ type }) => type),
      ['number', 'number', 'number', 'bool', 'string'],
    )
  })

  it('do not change in an empty update, nor do the status and the time of the last change', async () => {
    const before = await create({ record: true })
    assert.equal(before.status, 'inactive')
    assert.deepEqual(await update(before.id, {}), before)
    assert.equal((await update(before.id, { record: true })).status, 'active')
  })

  it('keep their value in an update without them', async () => {
    const before = await create({ record: true, speech_speed: 0.8, variables: { a: 'b' } })
    const after = await update(before.id, { name: 'Renamed' })
    assert.deepEqual(
      { ...after, updated_at: '' },
      { ...before, name: 'Renamed', status: 'active', version: 2, updated_at: '' },
    )
  })
})
