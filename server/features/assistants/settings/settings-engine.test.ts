// The dependencies between the mode, the languages, the voice and the models of an assistant.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultVoice, findLlmModel, findVoice, type Voice } from '#server/features/catalogues/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { type ShownSettings, useAssistantSettings } from '#testing/features/assistant-settings.ts'

describe('the engine of an assistant', () => {
  const { settings, create, update, createRefused, updateRefused } = useAssistantSettings()
  const voice = async (id: number): Promise<Voice> =>
    (await findVoice(asAccount(settings().parley.app.context, settings().account.account), id))!

  it('changes to values that the mode supports', async () => {
    const pipelineOnly = { fillers: true, knowledgebase_mode: 'prompt', allow_interruptions: false } as const
    const { id } = await create({ ...pipelineOnly, llm_model_id: 3 })
    const multimodal = await update(id, { mode: 'multimodal' })
    assert.equal((await voice(multimodal.voice_id)).realtimeVendor, 'offline')
    assert.deepEqual(engineOf(multimodal), [null, 10, null, false, 'function_call', true])
    const dualplex = await update(id, { mode: 'dualplex' })
    assert.ok((await voice(dualplex.voice_id)).synthesizerProviderId !== null)
    assert.deepEqual([dualplex.multimodal_model_id, dualplex.synthesizer_provider_id], [10, 1])
    const pipeline = await update(id, { mode: 'pipeline', llm_model_id: 4 })
    assert.deepEqual(engineOf(pipeline), [4, null, 1, false, 'function_call', true])

    function engineOf({ llm_model_id, multimodal_model_id, synthesizer_provider_id, ...shown }: ShownSettings) {
      const { fillers, knowledgebase_mode, allow_interruptions } = shown
      const engine = [llm_model_id, multimodal_model_id, synthesizer_provider_id]
      return [...engine, fillers, knowledgebase_mode, allow_interruptions]
    }
  })

  it('refuses values that the mode does not support', async () => {
    for (const mode of ['multimodal', 'dualplex'] as const) {
      const { id } = await create({ mode })
      for (const [field, value, message] of [
        ['allow_interruptions', false, 'Interruptions cannot be disabled in multimodal or dualplex mode.'],
        ['knowledgebase_mode', 'prompt', 'Only function_call mode is available for multimodal assistants.'],
        ['fillers', true, 'Fillers are available in pipeline mode only.'],
      ] as const)
        await updateRefused(id, { [field]: value }, { [field]: [message] })
    }
    const google = realtimeVoice('google')
    const wrongEngine = 'The selected voice is not compatible with the chosen engine type.'
    for (const [given, message] of [
      [{ voice_id: realtimeVoice().id }, wrongEngine],
      [{ mode: 'multimodal', voice_id: 1 }, wrongEngine],
      [{ mode: 'dualplex', voice_id: realtimeVoice().id }, wrongEngine],
      [
        { mode: 'multimodal', voice_id: google.id, multimodal_model_id: 1 },
        'The selected voice is not compatible with the chosen model.',
      ],
    ] as const)
      await createRefused(given, { voice_id: [message] })
    const invalidModel = { multimodal_model_id: ['The selected multimodal model id is invalid.'] }
    await createRefused({ mode: 'dualplex', multimodal_model_id: 7 }, invalidModel)
    assert.equal((await create({ mode: 'multimodal', voice_id: google.id })).multimodal_model_id, 7)
    const { voice_id } = await create({ mode: 'multimodal', multimodal_model_id: 7 })
    assert.equal((await voice(voice_id)).realtimeVendor, 'google')
    const offline = await create({ mode: 'dualplex', multimodal_model_id: 10 })
    await updateRefused(
      offline.id,
      { mode: 'multimodal', voice_id: google.id, multimodal_model_id: 10 },
      { voice_id: ['The selected voice is not compatible with the chosen model.'] },
    )
    // A model that only speaks cannot be kept in dualplex mode.
    const { id } = await create({ mode: 'multimodal', multimodal_model_id: 7 })
    await updateRefused(id, { mode: 'dualplex', multimodal_model_id: 7 }, invalidModel)
    assert.equal((await update(id, { mode: 'dualplex' })).multimodal_model_id, 10)
  })

  it('supports the languages of the assistant', async () => {
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

    assert.equal((await create({ language_id: 2, secondary_language_ids: [1], voice_id: 1 })).voice_id, 1)
    for (const [language_id, field, message] of [
      [2, 'voice_id', 'The selected voice is not compatible with the chosen language.'],
      [37, 'synthesizer_provider_id', 'The selected synthesizer provider does not support the chosen language.'],
      [10, 'transcriber_provider_id', 'The selected transcriber provider does not support the chosen language.'],
    ] as const)
      await createRefused({ language_id, [field]: 1 }, { [field]: [message] })
    const mixed = await create({ secondary_language_ids: [10, 10, 1] })
    assert.deepEqual([mixed.secondary_language_ids, mixed.transcriber_provider_id], [[10, 1], 2])
  })

  it('contains a voice and a synthesizer that fit each other', async () => {
    const deepgram = await create({ synthesizer_provider_id: 3 })
    assert.equal((await voice(deepgram.voice_id)).synthesizerProviderId, 3)
    const followed = await update(deepgram.id, { voice_id: 1 })
    assert.equal(followed.synthesizer_provider_id, 1)
    const wrongVoice = { voice_id: ['The selected voice is not compatible with the chosen synthesizer provider.'] }
    await updateRefused(deepgram.id, { voice_id: 1, synthesizer_provider_id: 3 }, wrongVoice)
    const stored = followed.voice_id
    const message = 'The selected synthesizer provider is not compatible with the voice of the assistant.'
    const wrongProvider = { synthesizer_provider_id: [message] }
    await updateRefused(deepgram.id, { synthesizer_provider_id: 3 }, wrongProvider)
    await updateRefused(deepgram.id, { synthesizer_provider_id: 3, name: 'New', speech_speed: 1 }, wrongProvider)
    const same = await update(deepgram.id, { synthesizer_provider_id: 1 })
    assert.deepEqual([same.voice_id, same.synthesizer_provider_id, same.name], [stored, 1, followed.name])
    const both = await update(deepgram.id, { synthesizer_provider_id: 3, voice_id: deepgram.voice_id })
    assert.deepEqual([both.voice_id, both.synthesizer_provider_id], [deepgram.voice_id, 3])
    const german = await update(deepgram.id, { synthesizer_provider_id: 1, language_id: 4 })
    assert.deepEqual([(await voice(german.voice_id)).languageId, german.synthesizer_provider_id], [4, 1])
    const usual = await update((await create({ synthesizer_provider_id: 5 })).id, { synthesizer_provider_id: null })
    assert.deepEqual([usual.synthesizer_provider_id, usual.voice_id], [1, 1])
  })

  it('cannot get a model that its vendor has shut down, but keeps it', async () => {
    const ctx = asAccount(settings().parley.app.context, settings().account.account)
    const offered = await settings().account.client.catalogues.models()
    const models = await Promise.all(offered.map(({ id }) => findLlmModel(ctx, id)))
    const ending = models.find((model) => model?.endsOn)!
    const before = await create({ llm_model_id: ending.id, chat_llm_fallback_id: ending.id })
    const { id } = await create({ llm_model_id: 5 })
    const dayMs = 86_400_000
    const endsInMs = Date.parse(ending.endsOn!) - ctx.now().getTime()
    await settings().parley.turnClock(Math.max(0, endsInMs) + dayMs)
    for (const field of ['llm_model_id', 'chat_llm_fallback_id'] as const) {
      const errors = { [field]: [`The selected ${field.replaceAll('_', ' ')} is invalid.`] }
      await createRefused({ [field]: ending.id }, errors)
      await updateRefused(id, { [field]: ending.id }, errors)
      assert.equal((await update(before.id, { [field]: ending.id }))[field], ending.id)
    }
  })
})

const realtimeVoice = (realtimeVendor = 'openai') =>
  defaultVoice({ mode: 'multimodal', languageId: 1, realtimeVendor })!
