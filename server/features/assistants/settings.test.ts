// The settings of assistants through the front door: kept as given, refused where they do not fit.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type CallInput, type contract, ParleyError, type ReplyOf } from '#sdk/index.ts'
import { defaultVoice, findVoice, type Voice } from '#server/features/catalogues/index.ts'
import { asAccount } from '#server/platform/context.ts'
import { startParley, type TestAccount, type TestParley } from '#server/testing/parley.ts'

type Given = Omit<CallInput<typeof contract.assistants.create>, 'name'> & { name?: string }
type Shown = ReplyOf<typeof contract.assistants.get>['data']

/** Fields with numbers: their ends, and whether they take integers alone. */
const ranges = {
  turn_detection_threshold: [0, 1],
  voice_stability: [0, 1],
  voice_similarity: [0, 1],
  speech_speed: [0.7, 1.2],
  llm_temperature: [0, 1],
  endpoint_sensitivity: [0, 5],
  interrupt_sensitivity: [0, 5],
  ambient_sound_volume: [0, 1],
  max_duration: [20, 1200, 'integer'],
  max_silence_duration: [1, 360, 'integer'],
  max_initial_silence_duration: [1, 120, 'integer'],
  ringing_time: [1, 60, 'integer'],
  reengagement_interval: [7, 600, 'integer'],
  min_interrupt_words: [0, 10, 'integer'],
  conversation_inactivity_timeout: [1, 1440, 'integer'],
} satisfies { [F in keyof Given]?: [number, number, 'integer'?] }

const lengths = { name: 255, initial_message: 200, reengagement_prompt: 1000, voice_mail_message: 1000 }

const choices = {
  type: ['inbound', 'outbound'],
  knowledgebase_mode: ['function_call', 'prompt'],
  endpoint_type: ['vad', 'ai'],
  ambient_sound: ['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature'],
} satisfies { [F in keyof Given]?: string[] }

const modes = ['pipeline', 'multimodal', 'dualplex'] as const

const flags = [
  'tts_emotion_enabled',
  'allow_interruptions',
  'fillers',
  'record',
  'enable_noise_cancellation',
  'wait_for_customer',
  'end_call_on_voicemail',
  'send_webhook_only_on_completed',
  'include_recording_in_webhook',
  'post_call_evaluation',
  'conversation_ended_retrigger',
  'is_conversation_ended_webhook_active',
  'widget_enabled',
] as const satisfies (keyof Given)[]

describe('settings of an assistant', () => {
  let parley: TestParley
  let holder: TestAccount
  let other: TestAccount
  let offered: Offered
  before(async () => {
    parley = await startParley()
    holder = await parley.openAccount()
    other = await parley.openAccount()
    offered = await offer(holder)
  })
  after(() => parley[Symbol.asyncDispose]())

  async function create(given: Given = {}): Promise<Shown> {
    const { data } = await holder.client.assistants.create({ name: 'Ada', ...given })
    return (await holder.client.assistants.get({ id: data.id })).data
  }

  async function update(id: number, given: Given): Promise<Shown> {
    await holder.client.assistants.update({ id, ...given })
    return (await holder.client.assistants.get({ id })).data
  }

  async function createRefused(given: unknown, errors: Record<string, string[]>): Promise<void> {
    const total = (await holder.client.assistants.list()).total
    await assert.rejects(holder.client.assistants.create({ name: 'Ada', ...(given as Given) }), failed(errors))
    assert.equal((await holder.client.assistants.list()).total, total)
  }

  async function updateRefused(id: number, given: unknown, errors: Record<string, string[]>): Promise<void> {
    const before = (await holder.client.assistants.get({ id })).data
    await assert.rejects(holder.client.assistants.update({ id, ...(given as Given) }), failed(errors))
    assert.deepEqual((await holder.client.assistants.get({ id })).data, before)
  }

  it('come back as they were given, every one of them', async () => {
    const { client } = holder
    const folder = (await client.folders.create({ name: 'Sales' })).data
    const label = (await client.labels.create({ name: 'hot' })).data
    const tool = (await client.tools.create({ name: 'look_up', description: 'Looks up.', url: 'https://api.example/' }))
      .data
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
      widget_enabled: false,
      widget_origins: ['https://shop.example', 'http://localhost:3000'],
    } as const
    const tools = [
      { type: 'call_transfer', phone_number: '+4930123456', description: 'When they ask for a person' },
      { type: 'warm_call_transfer', phone_numbers: ['+4930123456', '+4930123457'], message: 'One moment.' },
      { type: 'end_call' },
      { type: 'dtmf_input' },
      { type: 'collect_keypad', max_digits: 6, finish_key: '#', timeout_seconds: 10 },
      { type: 'assistant_transfer', assistant_id: target.id },
    ] as const
    const given = structuredClone({ ...plain, tools }) as unknown as Given
    const shown = await create(given)
    const { id, uuid, status, deactivated, language, created_at, updated_at, ...settings } = shown
    assert.equal(language, 'German')
    assert.deepEqual(settings, {
      ...plain,
      tools: tools.map(({ type, ...data }) => ({ type, data })),
    })
    const blank = await create()
    const {
      id: _id,
      uuid: _uuid,
      status: _status,
      deactivated: _deactivated,
      created_at: _at,
      updated_at: _since,
      ...updated
    } = await update(blank.id, given)
    assert.deepEqual(updated, { language, ...settings })
    const { updated_at: _when, ...again } = await update(id, shown as unknown as Given)
    assert.deepEqual({ ...again, updated_at }, shown)
  })

  it('take tools in the form in which they are shown, with the same faults', async () => {
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
    await updateRefused(
      id,
      { tools: [{ type: 'assistant_transfer', data: { assistant_id: 999_999 } }] },
      { 'tools.0.assistant_id': ['The selected tools.0.assistant id is invalid.'] },
    )
  })

  it('take both ends of every range and refuse what lies beyond', async () => {
    const { id } = await create()
    for (const [field, [min, max, integer]] of Object.entries(ranges)) {
      const attribute = field.replaceAll('_', ' ')
      const sentence = `The ${attribute} must be between ${min} and ${max}.`
      const step = integer ? 1 : 0.01
      for (const value of [min, max]) {
        const shown: Record<string, unknown> = await update(id, { [field]: value })
        assert.equal(shown[field], value)
      }
      for (const value of [min - step, max + step, -1e12, 1e12])
        await updateRefused(id, { [field]: value }, { [field]: [sentence] })
      await createRefused({ [field]: max + step }, { [field]: [sentence] })
      if (integer)
        await updateRefused(id, { [field]: min + 0.5 }, { [field]: [`The ${attribute} must be an integer.`] })
      await updateRefused(
        id,
        { [field]: 'many' },
        {
          [field]: [`The ${attribute} must be ${integer ? 'an integer' : 'a number'}.`],
        },
      )
    }
  })

  it('take texts of every length allowed and refuse longer ones', async () => {
    const { id } = await create()
    for (const [field, max] of Object.entries(lengths)) {
      const attribute = field.replaceAll('_', ' ')
      const shown: Record<string, unknown> = await update(id, { [field]: 'é'.repeat(max) })
      assert.equal(shown[field], 'é'.repeat(max))
      await updateRefused(
        id,
        { [field]: 'x'.repeat(max + 1) },
        {
          [field]: [`The ${attribute} may not be greater than ${max} characters.`],
        },
      )
      await updateRefused(id, { [field]: 7 }, { [field]: [`The ${attribute} must be a string.`] })
    }
  })

  it('take every choice of a list and refuse others', async () => {
    const { id } = await create()
    for (const [field, values] of Object.entries(choices)) {
      for (const value of values) {
        const shown: Record<string, unknown> = await update(id, { [field]: value })
        assert.equal(shown[field], value)
      }
      await updateRefused(
        id,
        { [field]: 'other' },
        {
          [field]: [`The selected ${field.replaceAll('_', ' ')} is invalid.`],
        },
      )
    }
    await updateRefused(id, { mode: 'triplex' }, { mode: ['The selected mode is invalid.'] })
  })

  it('take truth in the forms that forms send', async () => {
    const { id } = await create()
    for (const field of flags) {
      for (const [sent, kept] of [
        [true, true],
        [0, false],
        ['1', true],
        ['false', false],
      ] as const) {
        assert.equal((await update(id, { [field]: sent } as Given))[field], kept)
      }
      await updateRefused(
        id,
        { [field]: 'perhaps' },
        {
          [field]: [`The ${field.replaceAll('_', ' ')} field must be true or false.`],
        },
      )
    }
  })

  it('need a name, when they are made and ever after', async () => {
    const required = { name: ['The name field is required.'] }
    for (const name of [undefined, null, '', '   ']) await createRefused({ name }, required)
    const { id } = await create()
    for (const name of [null, '', '   ']) await updateRefused(id, { name }, required)
  })

  it('say Validation failed, and every fault of form and of sense in one answer', async () => {
    const foreign = (await other.client.folders.create({ name: 'Theirs' })).data
    const wrong = {
      name: '',
      mode: 'multimodal',
      voice_id: 1,
      speech_speed: 3,
      allow_interruptions: false,
      knowledgebase_mode: 'prompt',
      folder_id: foreign.id,
      webhook_url: 'http://192.168.1.1/',
      timezone: 'Mars/Olympus',
      ringing_time: 'long',
      tools: [{ type: 'calendar_integration', calendly_event_type_uri: 'https://api.calendly.com/event_types/X' }],
    }
    const errors = {
      name: ['The name field is required.'],
      speech_speed: ['The speech speed must be between 0.7 and 1.2.'],
      ringing_time: ['The ringing time must be an integer.'],
      webhook_url: ['This address is private or reserved and cannot be used.'],
      voice_id: ['The selected voice is not compatible with the chosen engine type.'],
      folder_id: ['The selected folder id is invalid.'],
      'tools.0.calendly_event_type_uri': [
        'The event type does not belong to a calendar that is connected to this account.',
      ],
      timezone: ['The selected timezone is invalid.'],
      allow_interruptions: ['Interruptions cannot be disabled in multimodal or dualplex mode.'],
      knowledgebase_mode: ['Only function_call mode is available for multimodal assistants.'],
    }
    await createRefused(wrong, errors)
    const { id } = await create()
    await updateRefused(id, wrong, errors)
    await assert.rejects(
      holder.client.assistants.update({ id: 999_999, speech_speed: 3 }),
      failed({ speech_speed: ['The speech speed must be between 0.7 and 1.2.'] }),
    )
  })

  it('do not guess at what hangs on a mode or a language that is wrong itself', async () => {
    await createRefused(
      { mode: 'triplex', voice_id: realtimeVoice().id, allow_interruptions: false },
      {
        mode: ['The selected mode is invalid.'],
      },
    )
    await createRefused({ language_id: 999, voice_id: 1 }, { language_id: ['The selected language id is invalid.'] })
  })

  it('say what is wrong whatever the mode or the language should be', async () => {
    const wrong = { timezone: 'Mars/X', voice_id: 99_999, llm_model_id: 99_999, transcriber_provider_id: 99_999 }
    const errors = {
      timezone: ['The selected timezone is invalid.'],
      voice_id: ['The selected voice id is invalid.'],
      llm_model_id: ['The selected llm model id is invalid.'],
      transcriber_provider_id: ['The selected transcriber provider id is invalid.'],
    }
    const { id } = await create()
    for (const [field, value, sentence] of [
      ['language_id', 999, 'The selected language id is invalid.'],
      ['language_id', 'x', 'The language id must be an integer.'],
      ['mode', 'triplex', 'The selected mode is invalid.'],
      ['secondary_language_ids', 'x', 'The secondary language ids must be an array.'],
    ] as const) {
      await createRefused({ ...wrong, [field]: value }, { ...errors, [field]: [sentence] })
      await updateRefused(id, { ...wrong, [field]: value }, { ...errors, [field]: [sentence] })
    }
    await createRefused(
      { language_id: 999, mode: 'multimodal', voice_id: 1, allow_interruptions: false },
      {
        language_id: ['The selected language id is invalid.'],
        voice_id: ['The selected voice is not compatible with the chosen engine type.'],
        allow_interruptions: ['Interruptions cannot be disabled in multimodal or dualplex mode.'],
      },
    )
  })

  it('may be emptied where they may be empty, and go back to their default elsewhere', async () => {
    const fresh = await create()
    const { id } = await create({
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
    })
    const cleared = await update(id, {
      initial_message: null,
      system_prompt: '',
      speech_speed: null,
      max_duration: null,
      min_interrupt_words: null,
      webhook_url: null,
      reengagement_prompt: null,
      variables: null,
      secondary_language_ids: [],
      tools: [],
      post_call_schema: [],
      voice_id: null,
      llm_model_id: null,
      widget_origins: null,
      ambient_sound: null,
      filler_config: null,
    })
    const { uuid: _, created_at: _at, updated_at: _since, ...settings } = fresh
    const expected = { ...settings, id, initial_message: null, system_prompt: null }
    const { uuid: _uuid, created_at: _made, updated_at: _changed, ...shown } = cleared
    assert.deepEqual(shown, expected)
  })

  it('leave alone what is not given', async () => {
    const before = await create({ record: true, speech_speed: 0.8, variables: { a: 'b' } })
    const after = await update(before.id, { name: 'Renamed' })
    assert.deepEqual({ ...after, updated_at: '' }, { ...before, name: 'Renamed', status: 'active', updated_at: '' })
  })

  it('change to what fits with the mode', async () => {
    const { id } = await create({
      fillers: true,
      knowledgebase_mode: 'prompt',
      allow_interruptions: false,
      llm_model_id: 3,
    })
    const multimodal = await update(id, { mode: 'multimodal' })
    assert.equal((await voice(multimodal.voice_id)).realtimeVendor, 'openai')
    assert.deepEqual(pick(multimodal), {
      llm_model_id: null,
      multimodal_model_id: 1,
      synthesizer_provider_id: null,
      fillers: false,
      knowledgebase_mode: 'function_call',
      allow_interruptions: true,
    })
    const dualplex = await update(id, { mode: 'dualplex' })
    assert.ok((await voice(dualplex.voice_id)).synthesizerProviderId !== null)
    assert.deepEqual([dualplex.multimodal_model_id, dualplex.synthesizer_provider_id], [1, 1])
    const pipeline = await update(id, { mode: 'pipeline', llm_model_id: 4 })
    assert.deepEqual(pick(pipeline), {
      llm_model_id: 4,
      multimodal_model_id: null,
      synthesizer_provider_id: 1,
      fillers: false,
      knowledgebase_mode: 'function_call',
      allow_interruptions: true,
    })

    function pick(shown: Shown) {
      const { llm_model_id, multimodal_model_id, synthesizer_provider_id } = shown
      const { fillers, knowledgebase_mode, allow_interruptions } = shown
      return {
        llm_model_id,
        multimodal_model_id,
        synthesizer_provider_id,
        fillers,
        knowledgebase_mode,
        allow_interruptions,
      }
    }
  })

  it('keep to what the mode can do', async () => {
    for (const mode of ['multimodal', 'dualplex'] as const) {
      const { id } = await create({ mode })
      await updateRefused(
        id,
        { allow_interruptions: false },
        {
          allow_interruptions: ['Interruptions cannot be disabled in multimodal or dualplex mode.'],
        },
      )
      await updateRefused(
        id,
        { knowledgebase_mode: 'prompt' },
        {
          knowledgebase_mode: ['Only function_call mode is available for multimodal assistants.'],
        },
      )
      await updateRefused(id, { fillers: true }, { fillers: ['Fillers are available in pipeline mode only.'] })
    }
    const engine = { voice_id: ['The selected voice is not compatible with the chosen engine type.'] }
    await createRefused({ voice_id: realtimeVoice().id }, engine)
    await createRefused({ mode: 'multimodal', voice_id: 1 }, engine)
    await createRefused({ mode: 'dualplex', voice_id: realtimeVoice().id }, engine)
    await createRefused(
      { mode: 'dualplex', multimodal_model_id: 7 },
      {
        multimodal_model_id: ['The selected multimodal model id is invalid.'],
      },
    )
    const google = realtimeVoice('google')
    await createRefused(
      { mode: 'multimodal', voice_id: google.id, multimodal_model_id: 1 },
      {
        voice_id: ['The selected voice is not compatible with the chosen model.'],
      },
    )
    assert.equal((await create({ mode: 'multimodal', voice_id: google.id })).multimodal_model_id, 7)
    const { voice_id } = await create({ mode: 'multimodal', multimodal_model_id: 7 })
    assert.equal((await voice(voice_id)).realtimeVendor, 'google')
  })

  it('speak the language that is chosen', async () => {
    const german = await create({ language_id: 4 })
    assert.equal(german.language, 'German')
    assert.equal((await voice(german.voice_id)).languageId, 4)
    assert.equal(german.initial_message, 'Hallo! Wie kann ich Ihnen heute helfen?')
    assert.ok(german.filler_config.question.includes('Gute Frage.'))

    const bengali = await update(german.id, { language_id: 37, initial_message: 'নমস্কার' })
    assert.equal((await voice(bengali.voice_id)).languageId, 37)
    assert.equal(bengali.synthesizer_provider_id, 5)
    assert.equal(bengali.initial_message, 'নমস্কার')
    const arabic = await update(german.id, { language_id: 10 })
    assert.deepEqual([arabic.transcriber_provider_id, arabic.initial_message], [2, 'নমস্কার'])

    await createRefused(
      { language_id: 2, voice_id: 1 },
      {
        voice_id: ['The selected voice is not compatible with the chosen language.'],
      },
    )
    assert.equal((await create({ language_id: 2, secondary_language_ids: [1], voice_id: 1 })).voice_id, 1)
    await createRefused(
      { language_id: 37, synthesizer_provider_id: 1 },
      {
        synthesizer_provider_id: ['The selected synthesizer provider does not support the chosen language.'],
      },
    )
    await createRefused(
      { language_id: 10, transcriber_provider_id: 1 },
      {
        transcriber_provider_id: ['The selected transcriber provider does not support the chosen language.'],
      },
    )
    const mixed = await create({ secondary_language_ids: [10, 10, 1] })
    assert.deepEqual([mixed.secondary_language_ids, mixed.transcriber_provider_id], [[10, 1], 2])
  })

  it('have a voice of the synthesizer, and a synthesizer of the voice', async () => {
    const deepgram = await create({ synthesizer_provider_id: 3 })
    assert.equal((await voice(deepgram.voice_id)).synthesizerProviderId, 3)
    const followed = await update(deepgram.id, { voice_id: 1 })
    assert.equal(followed.synthesizer_provider_id, 1)
    await updateRefused(
      deepgram.id,
      { voice_id: 1, synthesizer_provider_id: 3 },
      {
        voice_id: ['The selected voice is not compatible with the chosen synthesizer provider.'],
      },
    )
    const usual = await update((await create({ synthesizer_provider_id: 5 })).id, { synthesizer_provider_id: null })
    assert.deepEqual([usual.synthesizer_provider_id, usual.voice_id], [1, 1])
  })

  it('point at nothing that is not there or not the caller’s', async () => {
    const theirs = {
      folder: (await other.client.folders.create({ name: 'x' })).data.id,
      label: (await other.client.labels.create({ name: 'x' })).data.id,
      tool: (await other.client.tools.create({ name: 'x', description: 'x', url: 'https://api.example/' })).data.id,
      assistant: (await other.client.assistants.create({ name: 'x' })).data.id,
    }
    const mine = (await holder.client.labels.create({ name: 'mine' })).data.id
    const invalid = (field: string) => ({
      [field]: [`The selected ${field.replaceAll('_', ' ')} is invalid.`],
    })
    const absent = 999_999_999_999
    const { id } = await create({ label_ids: [mine] })
    for (const field of [
      'voice_id',
      'language_id',
      'llm_model_id',
      'multimodal_model_id',
      'chat_llm_fallback_id',
      'synthesizer_provider_id',
      'transcriber_provider_id',
      'knowledgebase_id',
      'phone_number_id',
      'folder_id',
    ]) {
      await createRefused({ [field]: absent }, invalid(field))
      await updateRefused(id, { [field]: absent }, invalid(field))
      await updateRefused(id, { [field]: 0 }, { [field]: [`The ${field.replaceAll('_', ' ')} must be at least 1.`] })
    }
    await updateRefused(id, { folder_id: theirs.folder }, invalid('folder_id'))
    await updateRefused(
      id,
      { knowledgebase_id: 1, phone_number_id: 1 },
      {
        ...invalid('knowledgebase_id'),
        ...invalid('phone_number_id'),
      },
    )
    for (const label of [theirs.label, absent])
      await updateRefused(id, { label_ids: [mine, label] }, invalid('label_ids.1'))
    for (const tool of [theirs.tool, absent]) await updateRefused(id, { tool_ids: [tool] }, invalid('tool_ids.0'))
    await updateRefused(id, { secondary_language_ids: [1, absent] }, invalid('secondary_language_ids.1'))
    for (const target of [theirs.assistant, absent]) {
      await updateRefused(
        id,
        { tools: [{ type: 'end_call' }, { type: 'assistant_transfer', assistant_id: target }] },
        { 'tools.1.assistant_id': ['The selected tools.1.assistant id is invalid.'] },
      )
    }
  })

  it('refuse webhooks to private addresses and other than http', async () => {
    const { id } = await create()
    for (const field of ['webhook_url', 'inbound_webhook_url', 'conversation_ended_webhook_url']) {
      for (const url of ['http://localhost/', 'http://169.254.169.254/latest', 'http://[::1]/', 'https://10.1.2.3/x'])
        await updateRefused(
          id,
          { [field]: url },
          {
            [field]: ['This address is private or reserved and cannot be used.'],
          },
        )
      for (const url of ['ftp://files.example/', 'hooks.example', 'javascript:alert(1)'])
        await updateRefused(id, { [field]: url }, { [field]: [`The ${field.replaceAll('_', ' ')} format is invalid.`] })
    }
    await updateRefused(id, { is_webhook_active: true }, { webhook_url: ['The webhook url field is required.'] })
    await updateRefused(
      id,
      { is_inbound_webhook_active: true },
      {
        inbound_webhook_url: ['The inbound webhook url field is required.'],
      },
    )
    await updateRefused(
      id,
      { is_webhook_active: true, webhook_url: 'nonsense' },
      {
        webhook_url: ['The webhook url format is invalid.'],
      },
    )
  })

  it('hold an evaluation schema to its form', async () => {
    const { id } = await create()
    const field = { name: 'mood', type: 'string', description: 'Their mood' }
    const faults: [object, Record<string, string[]>][] = [
      [{ name: 'no' }, { 'post_call_schema.0.name': ['The post call schema.0.name must be at least 3 characters.'] }],
      [
        { name: 'a'.repeat(17) },
        { 'post_call_schema.0.name': ['The post call schema.0.name may not be greater than 16 characters.'] },
      ],
      [{ name: 'No-Good' }, { 'post_call_schema.0.name': ['The post call schema.0.name format is invalid.'] }],
      [{ type: 'date' }, { 'post_call_schema.0.type': ['The selected post call schema.0.type is invalid.'] }],
      [
        { description: 'ab' },
        { 'post_call_schema.0.description': ['The post call schema.0.description must be at least 3 characters.'] },
      ],
      [{ name: null }, { 'post_call_schema.0.name': ['The post call schema.0.name field is required.'] }],
    ]
    for (const [change, errors] of faults)
      await updateRefused(id, { post_call_schema: [{ ...field, ...change }] }, errors)
    await updateRefused(
      id,
      { post_call_schema: [field, field] },
      {
        'post_call_schema.1.name': ['The post call schema.1.name field has a duplicate value.'],
      },
    )
    await updateRefused(
      id,
      { post_call_schema: 'mood' },
      { post_call_schema: ['The post call schema must be an array.'] },
    )
  })

  it('hold variables to a flat object of texts', async () => {
    const { id } = await create()
    for (const value of [{ a: 1 }, { a: { b: 'c' } }])
      await updateRefused(id, { variables: value }, { 'variables.a': ['The variables.a must be a string.'] })
    await updateRefused(id, { variables: 'a' }, { variables: ['The variables must be an array.'] })
    const { variables } = await update(id, { variables: { a: null, b: '' } as unknown as Record<string, string> })
    assert.deepEqual(variables, { b: '' })
  })

  it('hold built-in tools to what each needs', async () => {
    const { id } = await create()
    const faults: [object, string, string][] = [
      [{}, 'type', 'The tools.0.type field is required.'],
      [{ type: 'teleport' }, 'type', 'The selected tools.0.type is invalid.'],
      [{ type: 'call_transfer' }, 'phone_number', 'The tools.0.phone number field is required.'],
      [
        { type: 'call_transfer', phone_number: '030 1234' },
        'phone_number',
        'The tools.0.phone number format is invalid.',
      ],
      [{ type: 'assistant_transfer' }, 'assistant_id', 'The tools.0.assistant id field is required.'],
      [
        { type: 'calendar_integration' },
        'calendly_event_type_uri',
        'The tools.0.calendly event type uri field is required.',
      ],
      [{ type: 'collect_keypad', max_digits: 99 }, 'max_digits', 'The tools.0.max digits must be between 1 and 32.'],
    ]
    for (const [tool, field, sentence] of faults)
      await updateRefused(id, { tools: [tool] }, { [`tools.0.${field}`]: [sentence] })
    await updateRefused(
      id,
      { tools: [{ type: 'end_call', message: 'bye\u0000' }] },
      {
        'tools.0.message': ['The tools.0.message format is invalid.'],
      },
    )
    const { tools } = await update(id, { tools: [{ type: 'end_call', phone_number: '+4930123456' }] })
    assert.deepEqual(tools, [{ type: 'end_call', data: {} }])
  })

  it('refuse origins that no browser sends', async () => {
    const { id } = await create()
    for (const origin of ['https://shop.example/', 'shop.example', '*', 'null', 'ftp://shop.example'])
      await updateRefused(
        id,
        { widget_origins: [origin] },
        {
          'widget_origins.0': ['The widget origins.0 format is invalid.'],
        },
      )
  })

  it('are the same whether given at once or later', async () => {
    await fc.assert(
      fc.asyncProperty(fittingSettings(offered), async (patch) => {
        const { id } = await create()
        assert.deepEqual(settingsOf(await update(id, patch)), settingsOf(await create(patch)))
      }),
      { numRuns: 100 },
    )
  })

  it('are refused alike whether given at once or later, whatever is put together', async () => {
    const blank = await create()
    await fc.assert(
      fc.asyncProperty(anySettings(offered), async (patch) => {
        const atOnce = await errorsOf(create(patch))
        if (atOnce) assert.deepEqual(await errorsOf(update(blank.id, patch)), atOnce)
      }),
      { numRuns: 100 },
    )
    const untouched = (await holder.client.assistants.get({ id: blank.id })).data
    assert.deepEqual(untouched, blank)
  })

  const voice = async (id: number): Promise<Voice> =>
    (await findVoice(asAccount(parley.app.world, holder.account), id))!
})

const realtimeVoice = (realtimeVendor = 'openai') =>
  defaultVoice({ mode: 'multimodal', languageId: 1, realtimeVendor })!

type Offered = Awaited<ReturnType<typeof offer>>

async function offer({ client }: TestAccount) {
  return {
    languages: (await client.catalogues.languages()).map(({ id }) => id),
    voices: await client.catalogues.voices(),
    llmModels: (await client.catalogues.models()).map(({ id }) => id),
    multimodalModels: (await client.catalogues.models({ type: 'multimodal' })).map(({ id }) => id),
    labels: [(await client.labels.create({ name: 'a' })).data.id, (await client.labels.create({ name: 'b' })).data.id],
    folder: (await client.folders.create({ name: 'a' })).data.id,
  }
}

/** Settings that go with any others. */
function plainFields({ labels, folder, llmModels }: Offered) {
  return {
    ...mapValues(ranges, ([min, max, integer]) =>
      // Zero has no sign in JSON.
      integer ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }).map((value) => value + 0),
    ),
    ...mapValues(choices, (values) => fc.constantFrom(...values)),
    ...Object.fromEntries(flags.map((flag) => [flag, fc.boolean()])),
    chat_llm_fallback_id: fc.constantFrom(...llmModels, null),
    llm_model_id: fc.constantFrom(...llmModels, null),
    initial_message: fc.constantFrom('Hi', null, '{{a}}'),
    filler_config: fc.constantFrom({ neutral: ['Mhm.'] }, null),
    label_ids: fc.subarray(labels),
    folder_id: fc.constantFrom(folder, null),
    variables: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z ]{0,8}$/), { maxKeys: 3 }),
    timezone: fc.constantFrom('UTC', 'Asia/Tokyo'),
    webhook_url: fc.constantFrom('https://hooks.example/', null),
  }
}

function fittingSettings(offered: Offered): fc.Arbitrary<Given> {
  const base = fc.record({ mode: fc.constantFrom(...modes), language_id: fc.constantFrom(...offered.languages) })
  return base.chain(({ mode, language_id }) => {
    const { allow_interruptions, knowledgebase_mode, fillers, ...rest } = plainFields(offered) as Record<
      string,
      fc.Arbitrary<unknown>
    >
    const ofPipeline = { allow_interruptions, knowledgebase_mode, fillers }
    const voices = offered.voices.filter(
      (voice) =>
        voice.language_id === language_id && (mode === 'multimodal') === (voice.synthesizer_provider_id === null),
    )
    const fields = {
      ...rest,
      ...(mode === 'pipeline' ? ofPipeline : {}),
      secondary_language_ids: fc.subarray([1, 2, 4, 10]),
      voice_id: fc.constantFrom(...voices.map(({ id }) => id)),
    }
    const optional = fc.record(fields as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
    return optional.map((given) => ({ ...given, mode, language_id }) as Given)
  })
}

function anySettings(offered: Offered): fc.Arbitrary<Given> {
  const fields = {
    ...plainFields(offered),
    mode: fc.constantFrom(...modes),
    language_id: fc.constantFrom(...offered.languages),
    secondary_language_ids: fc.subarray([1, 2, 4, 10, 999]),
    voice_id: fc.constantFrom(...offered.voices.map(({ id }) => id)),
    multimodal_model_id: fc.constantFrom(...offered.multimodalModels, null, 999),
    synthesizer_provider_id: fc.constantFrom(1, 2, 3, 4, 5, 6, null, 999),
    transcriber_provider_id: fc.constantFrom(1, 2, 3, 4, 5, 6, null, 999),
    is_webhook_active: fc.boolean(),
    speech_speed: fc.constantFrom(1, 3),
  }
  return fc.record(fields as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] }) as fc.Arbitrary<Given>
}

function settingsOf({
  id: _id,
  uuid: _uuid,
  status: _status,
  created_at: _at,
  updated_at: _since,
  ...settings
}: Shown) {
  return settings
}

async function errorsOf(call: Promise<unknown>): Promise<Record<string, string[]> | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof ParleyError && error.status === 422) return error.errors
    throw error
  }
}

function failed(errors: Record<string, string[]>): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof ParleyError)
    assert.deepEqual([error.status, error.body], [422, { message: 'Validation failed', errors }])
    return true
  }
}

function mapValues<K extends string, V, R>(record: Record<K, V>, change: (value: V) => R): Record<K, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value as V)])) as Record<K, R>
}
