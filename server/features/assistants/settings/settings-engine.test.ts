// What the mode, the languages, the voice and the models of an assistant have to do with each other.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultVoice, findLlmModel, findVoice, type Voice } from '#server/features/catalogues/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { type ShownSettings, useAssistantSettings } from '#server/testing/settings.ts'

describe('the engine of an assistant', () => {
  const { settings, create, update, createRefused, updateRefused } = useAssistantSettings()
  const voice = async (id: number): Promise<Voice> =>
    (await findVoice(asAccount(settings().parley.app.context, settings().holder.account), id))!

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

    function pick(shown: ShownSettings) {
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
    const stored = followed.voice_id
    const unfit = {
      synthesizer_provider_id: ['The selected synthesizer provider is not compatible with the voice of the assistant.'],
    }
    await updateRefused(deepgram.id, { synthesizer_provider_id: 3 }, unfit)
    await updateRefused(deepgram.id, { synthesizer_provider_id: 3, name: 'New', speech_speed: 1 }, unfit)
    const same = await update(deepgram.id, { synthesizer_provider_id: 1 })
    assert.deepEqual([same.voice_id, same.synthesizer_provider_id, same.name], [stored, 1, followed.name])
    const both = await update(deepgram.id, { synthesizer_provider_id: 3, voice_id: deepgram.voice_id })
    assert.deepEqual([both.voice_id, both.synthesizer_provider_id], [deepgram.voice_id, 3])
    const german = await update(deepgram.id, { synthesizer_provider_id: 1, language_id: 4 })
    assert.deepEqual([(await voice(german.voice_id)).languageId, german.synthesizer_provider_id], [4, 1])
    const usual = await update((await create({ synthesizer_provider_id: 5 })).id, { synthesizer_provider_id: null })
    assert.deepEqual([usual.synthesizer_provider_id, usual.voice_id], [1, 1])
  })

  it('take no model that its vendor has switched off, and keep one that they have', async () => {
    const ctx = asAccount(settings().parley.app.context, settings().holder.account)
    const offered = await settings().holder.client.catalogues.models()
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
