// What is refused of an assistant's settings, and in which words.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultVoice } from '#server/features/catalogues/index.ts'
import { refusedFor, useAssistantSettings } from '#server/testing/settings.ts'

describe('settings of an assistant that do not fit', () => {
  const { settings, create, update, createRefused, updateRefused } = useAssistantSettings()

  it('say Validation failed, and every fault of form and of sense in one answer', async () => {
    const foreign = (await settings().other.client.folders.create({ name: 'Theirs' })).data
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
      ringing_time: ['The ringing time must be a number.'],
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
      settings().holder.client.assistants.update({ id: 999_999, speech_speed: 3 }),
      refusedFor({ speech_speed: ['The speech speed must be between 0.7 and 1.2.'] }),
    )
  })

  it('do not guess at what hangs on a mode or a language that is wrong itself', async () => {
    const { id: realtimeVoiceId } = defaultVoice({ mode: 'multimodal', languageId: 1 })!
    await createRefused(
      { mode: 'triplex', voice_id: realtimeVoiceId, allow_interruptions: false },
      { mode: ['The selected mode is invalid.'] },
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

  it('point at nothing that is not there or not the caller’s', async () => {
    const theirs = {
      folder: (await settings().other.client.folders.create({ name: 'x' })).data.id,
      label: (await settings().other.client.labels.create({ name: 'x' })).data.id,
      tool: (await settings().other.client.tools.create({ name: 'x', description: 'x', url: 'https://api.example/' }))
        .data.id,
      assistant: (await settings().other.client.assistants.create({ name: 'x' })).data.id,
    }
    const mine = (await settings().holder.client.labels.create({ name: 'mine' })).data.id
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
})
