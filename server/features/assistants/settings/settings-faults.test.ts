// The refusals of invalid settings of an assistant.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultVoice } from '#server/features/catalogues/index.ts'
import { refusedFor, useAssistantSettings } from '#testing/features/assistant-settings.ts'

describe('invalid settings of an assistant', () => {
  const { settings, create, update, createRefused, updateRefused } = useAssistantSettings()

  it('are all reported in one response', async () => {
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
      webhook_url: [
        'This address is private or reserved and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.',
      ],
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
      settings().account.client.assistants.update({ id: 999_999, speech_speed: 3 }),
      refusedFor({ speech_speed: ['The speech speed must be between 0.7 and 1.2.'] }),
    )
  })

  it('do not cause errors of the settings that depend on them', async () => {
    const { id: realtimeVoiceId } = defaultVoice({ mode: 'multimodal', languageId: 1 })!
    await createRefused(
      { mode: 'triplex', voice_id: realtimeVoiceId, allow_interruptions: false },
      { mode: ['The selected mode is invalid.'] },
    )
    await createRefused({ language_id: 999, voice_id: 1 }, { language_id: ['The selected language id is invalid.'] })
  })

  it('are reported with an invalid mode or language if they do not depend on it', async () => {
    const wrong = { timezone: 'Mars/X', voice_id: 99_999, llm_model_id: 99_999, transcriber_provider_id: 99_999 }
    const errors = {
      timezone: ['The selected timezone is invalid.'],
      voice_id: ['The selected voice id is invalid.'],
      llm_model_id: ['The selected llm model id is invalid.'],
      transcriber_provider_id: ['The selected transcriber provider id is invalid.'],
    }
    const { id } = await create()
    for (const [field, value, message] of [
      ['language_id', 999, 'The selected language id is invalid.'],
      ['language_id', 'x', 'The language id must be an integer.'],
      ['mode', 'triplex', 'The selected mode is invalid.'],
      ['secondary_language_ids', 'x', 'The secondary language ids must be an array.'],
    ] as const) {
      await createRefused({ ...wrong, [field]: value }, { ...errors, [field]: [message] })
      await updateRefused(id, { ...wrong, [field]: value }, { ...errors, [field]: [message] })
    }
    const multimodal = { language_id: 999, mode: 'multimodal', voice_id: 1, allow_interruptions: false }
    await createRefused(multimodal, {
      language_id: ['The selected language id is invalid.'],
      voice_id: ['The selected voice is not compatible with the chosen engine type.'],
      allow_interruptions: ['Interruptions cannot be disabled in multimodal or dualplex mode.'],
    })
  })

  it('include references to records that do not exist or belong to another account', async () => {
    const { folders, labels, tools, assistants } = settings().other.client
    const tool = { name: 'x', description: 'x', url: 'https://api.example/' }
    const foreign = {
      folder: (await folders.create({ name: 'x' })).data.id,
      label: (await labels.create({ name: 'x' })).data.id,
      tool: (await tools.create(tool)).data.id,
      assistant: (await assistants.create({ name: 'x' })).data.id,
    }
    const own = (await settings().account.client.labels.create({ name: 'mine' })).data.id
    const invalid = (field: string) => ({ [field]: [`The selected ${field.replaceAll('_', ' ')} is invalid.`] })
    const absent = 999_999_999_999
    const { id } = await create({ label_ids: [own] })
    const engine = ['voice', 'language', 'llm_model', 'multimodal_model', 'chat_llm_fallback']
    const others = ['synthesizer_provider', 'transcriber_provider', 'knowledgebase', 'phone_number', 'folder']
    for (const field of [...engine, ...others].map((record) => `${record}_id`)) {
      await createRefused({ [field]: absent }, invalid(field))
      await updateRefused(id, { [field]: absent }, invalid(field))
      await updateRefused(id, { [field]: 0 }, { [field]: [`The ${field.replaceAll('_', ' ')} must be at least 1.`] })
    }
    await updateRefused(id, { folder_id: foreign.folder }, invalid('folder_id'))
    const none = { ...invalid('knowledgebase_id'), ...invalid('phone_number_id') }
    await updateRefused(id, { knowledgebase_id: 1, phone_number_id: 1 }, none)
    for (const label of [foreign.label, absent])
      await updateRefused(id, { label_ids: [own, label] }, invalid('label_ids.1'))
    for (const tool of [foreign.tool, absent]) await updateRefused(id, { tool_ids: [tool] }, invalid('tool_ids.0'))
    await updateRefused(id, { secondary_language_ids: [1, absent] }, invalid('secondary_language_ids.1'))
    for (const assistant_id of [foreign.assistant, absent]) {
      const tools = [{ type: 'end_call' }, { type: 'assistant_transfer', assistant_id }]
      await updateRefused(id, { tools }, invalid('tools.1.assistant_id'))
    }
  })

  it('include webhooks to private addresses and with other protocols than HTTP', async () => {
    const { id } = await create()
    for (const field of ['webhook_url', 'inbound_webhook_url', 'conversation_ended_webhook_url']) {
      const isPrivate =
        'This address is private or reserved and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.'
      for (const url of ['http://localhost/', 'http://169.254.169.254/latest', 'http://[::1]/', 'https://10.1.2.3/x'])
        await updateRefused(id, { [field]: url }, { [field]: [isPrivate] })
      for (const url of ['ftp://files.example/', 'hooks.example', 'javascript:alert(1)'])
        await updateRefused(id, { [field]: url }, { [field]: [`The ${field.replaceAll('_', ' ')} format is invalid.`] })
    }
    for (const [given, field, message] of [
      [{ is_webhook_active: true }, 'webhook_url', 'The webhook url field is required.'],
      [{ is_inbound_webhook_active: true }, 'inbound_webhook_url', 'The inbound webhook url field is required.'],
      [{ is_webhook_active: true, webhook_url: 'nonsense' }, 'webhook_url', 'The webhook url format is invalid.'],
    ] as const)
      await updateRefused(id, given, { [field]: [message] })
  })

  it('include an evaluation schema in the wrong form', async () => {
    const { id } = await create()
    const valid = { name: 'mood', type: 'string', description: 'Their mood' }
    for (const [change, field, problem] of [
      [{ name: 'no' }, 'name', ' must be at least 3 characters.'],
      [{ name: 'a'.repeat(17) }, 'name', ' may not be greater than 16 characters.'],
      [{ name: 'No-Good' }, 'name', ' format is invalid.'],
      [{ description: 'ab' }, 'description', ' must be at least 3 characters.'],
      [{ name: null }, 'name', ' field is required.'],
    ] as const) {
      const errors = { [`post_call_schema.0.${field}`]: [`The post call schema.0.${field}${problem}`] }
      await updateRefused(id, { post_call_schema: [{ ...valid, ...change }] }, errors)
    }
    for (const [post_call_schema, field, message] of [
      [[{ ...valid, type: 'date' }], '.0.type', 'The selected post call schema.0.type is invalid.'],
      [[valid, valid], '.1.name', 'The post call schema.1.name field has a duplicate value.'],
      ['mood', '', 'The post call schema must be an array.'],
    ] as const)
      await updateRefused(id, { post_call_schema }, { [`post_call_schema${field}`]: [message] })
  })

  it('include variables that are not an object of strings', async () => {
    const { id } = await create()
    for (const value of [{ a: 1 }, { a: { b: 'c' } }])
      await updateRefused(id, { variables: value }, { 'variables.a': ['The variables.a must be a string.'] })
    await updateRefused(id, { variables: 'a' }, { variables: ['The variables must be an array.'] })
    const { variables } = await update(id, { variables: { a: null, b: '' } as unknown as Record<string, string> })
    assert.deepEqual(variables, { b: '' })
  })

  it('include built-in tools without their required fields', async () => {
    const { id } = await create()
    for (const [tool, field, message] of [
      [{}, 'type', 'The tools.0.type field is required.'],
      [{ type: 'teleport' }, 'type', 'The selected tools.0.type is invalid.'],
      [{ type: 'call_transfer' }, 'phone_number', 'The tools.0.phone number field is required.'],
      [{ type: 'call_transfer', phone_number: '030 1' }, 'phone_number', 'The tools.0.phone number format is invalid.'],
      [
        { type: 'warm_call_transfer', phone_number: '+493012345x' },
        'phone_number',
        'The tools.0.phone number format is invalid.',
      ],
      [
        { type: 'call_transfer', phone_number: '+493012345,,,,,,,,,1' },
        'phone_number',
        'The tools.0.phone number format is invalid.',
      ],
      [
        { type: 'call_transfer', phone_number: '+493012345', send_digits: 'wwww' },
        'send_digits',
        'The tools.0.send digits format is invalid.',
      ],
      [
        { type: 'call_transfer', phone_number: '+493012345', send_digits: '12a' },
        'send_digits',
        'The tools.0.send digits format is invalid.',
      ],
      [
        { type: 'call_transfer', phone_number: '+493012345', extension: '1-2' },
        'extension',
        'The tools.0.extension format is invalid.',
      ],
      [{ type: 'assistant_transfer' }, 'assistant_id', 'The tools.0.assistant id field is required.'],
      [
        { type: 'calendar_integration' },
        'calendly_event_type_uri',
        'The tools.0.calendly event type uri field is required.',
      ],
      [{ type: 'collect_keypad', max_digits: 99 }, 'max_digits', 'The tools.0.max digits must be between 1 and 32.'],
      [{ type: 'end_call', message: 'bye\u0000' }, 'message', 'The tools.0.message format is invalid.'],
    ] as const)
      await updateRefused(id, { tools: [tool] }, { [`tools.0.${field}`]: [message] })
    const { tools } = await update(id, { tools: [{ type: 'end_call', phone_number: '+4930123456' }] })
    assert.deepEqual(tools, [{ type: 'end_call', data: {} }])
  })

  it('include origins that no browser sends', async () => {
    const { id } = await create()
    const invalidOrigin = { 'widget_origins.0': ['The widget origins.0 format is invalid.'] }
    for (const origin of ['https://shop.example/', 'shop.example', '*', 'null', 'ftp://shop.example'])
      await updateRefused(id, { widget_origins: [origin] }, invalidOrigin)
  })
})
