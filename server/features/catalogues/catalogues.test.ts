// Tests of the catalogue endpoints, the catalogue functions, and the seeding of the database.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type AccountContext, asAccount } from '#server/platform/context/context.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { catalogueData } from './data.ts'
import { defaultLlmModel, defaultMultimodalModel, defaultVoice } from './defaults.ts'
import { findLanguage, findLlmModel, findMultimodalModel, findSynthesizerProvider, findVoice } from './find.ts'
import { voiceSupportsMode, voiceSupportsModel } from './rules.ts'
import { catalogueNames, findRecord, insertOwnVoice, keepPackVoices, seedCatalogues, upsertRecords } from './store.ts'

const dayMs = 86_400_000

const parley = await startTestApp()
const account = await parley.createAccount()
after(() => parley[Symbol.asyncDispose]())

describe('catalogues', () => {
  const contextOf = ({ account }: TestAccount): AccountContext => asAccount(parley.app.context, account)

  async function addOwnVoice({ account }: TestAccount, name: string): Promise<number> {
    const voice = { name, languageId: 1, gender: 'female', synthesizerProviderId: 1, code: 'my-clone' } as const
    return insertOwnVoice(parley.app.context.db, account.id, voice)
  }

  it('list the languages, English first, and no phone numbers', async () => {
    assert.deepEqual(await account.client.catalogues.phoneNumbers({ type: 'inbound' }), [])
    const languages = await account.client.catalogues.languages()
    assert.ok(languages.length >= 40)
    assert.deepEqual(languages[0], { id: 1, name: 'English', iso_2: 'en' })
  })

  it('list all voices without a filter', async () => {
    const voices = await account.client.catalogues.voices()
    assert.ok(voices.length >= 150)
    assert.deepEqual(voices[0], {
      id: 1,
      name: 'Sarah',
      language_id: 1,
      gender: 'female',
      preview_url: 'http://127.0.0.1:8080/voices/1/preview.wav',
      accent: 'American',
      age: 'Young',
      synthesizer_provider_id: 1,
    })
  })

  it('filter voices by each field, ignoring case', async () => {
    const { voices } = account.client.catalogues
    for (const [filter, fields] of [
      [{ language_id: 4 }, { language_id: 4 }],
      [{ language_id: 4, gender: 'MALE' }, { gender: 'male' }],
      [
        { age: 'middle AGED', accent: 'british' },
        { age: 'Middle aged', accent: 'British' },
      ],
      [{ synthesizer_provider_id: 3 }, { synthesizer_provider_id: 3 }],
    ]) {
      const found = await voices(filter)
      assert.ok(found.length > 0)
      for (const voice of found) assert.deepEqual(voice, { ...voice, ...fields })
    }
    assert.deepEqual(await voices({ language_id: 999_999_999_999 }), [])
    assert.deepEqual(await voices({ gender: 'robot' }), [])
  })

  it('offer voices of synthesizers in pipeline and dualplex, and of realtime models in multimodal', async () => {
    const { voices } = account.client.catalogues
    const [pipeline, dualplex, multimodal] = await Promise.all([
      voices({ mode: 'pipeline' }),
      voices({ mode: 'dualplex' }),
      voices({ mode: 'multimodal' }),
    ])
    assert.deepEqual(pipeline, dualplex)
    assert.ok(pipeline.every((voice) => voice.synthesizer_provider_id !== null))
    assert.ok(pipeline.length > 0 && multimodal.length > 0)
    assert.ok(multimodal.every((voice) => voice.synthesizer_provider_id === null))
  })

  it('search name, accent, age and gender word by word, and do not find female voices by "male"', async () => {
    const { voices } = account.client.catalogues
    assert.ok((await voices({ search: 'nestor' })).some((voice) => voice.name === 'Néstor'))
    const found = await voices({ search: ' middle AGED  british male ' })
    assert.ok(found.length > 0)
    for (const voice of found)
      assert.deepEqual([voice.gender, voice.age, voice.accent], ['male', 'Middle aged', 'British'])
    assert.ok((await voices({ search: 'male' })).every((voice) => voice.gender === 'male' || /male/i.test(voice.name)))
    assert.deepEqual(await voices({ search: '%' }), [])
  })

  it('refuse requests without an API key, unknown modes, unknown types and invalid ids', async () => {
    await assert.rejects(parley.anonymous.catalogues.languages(), { status: 401 })
    const { voices, models, synthesizerProviders } = account.client.catalogues
    await assertInvalid(voices({ mode: 'duplex' as 'dualplex' }), { mode: ['The selected mode is invalid.'] })
    await assertInvalid(models({ type: 'tts' as 'llm' }), { type: ['The selected type is invalid.'] })
    await assertInvalid(voices({ language_id: 0 }), { language_id: ['The language id must be at least 1.'] })
    const noInteger = { language_id: ['The language id must be an integer.'] }
    await assertInvalid(synthesizerProviders({ language_id: 'x' as never }), noInteger)
  })

  it('list LLM models by default, and realtime models with their codes', async () => {
    const { models } = account.client.catalogues
    const llm = await models()
    assert.deepEqual(llm, await models({ type: 'llm' }))
    assert.deepEqual(Object.keys(llm[0]!), ['id', 'name'])
    assert.ok(llm.some(({ name }) => name === 'Parley Offline'))
    const multimodal = await models({ type: 'multimodal' })
    assert.deepEqual(Object.keys(multimodal[0]!), ['id', 'name', 'code'])
    const dualplex = await models({ type: 'dualplex' })
    assert.ok(dualplex.length > 0 && dualplex.length < multimodal.length)
    assert.ok(dualplex.every(({ code }) => code!.startsWith('gpt-realtime') || code === 'parley-offline-realtime'))
  })

  it('list all providers, or those that support a language', async () => {
    const { synthesizerProviders, transcriberProviders } = account.client.catalogues
    assert.deepEqual((await synthesizerProviders())[0], { id: 1, name: 'ElevenLabs', code: 'elevenlabs' })
    const all = (await synthesizerProviders()).map(({ code }) => code)
    const icelandic = (await synthesizerProviders({ language_id: 50 })).map(({ code }) => code)
    assert.ok(all.includes('deepgram') && !icelandic.includes('deepgram') && icelandic.includes('azure'))
    assert.ok((await transcriberProviders({ language_id: 1 })).some(({ code }) => code === 'assemblyai'))
    assert.ok(!(await transcriberProviders({ language_id: 50 })).some(({ code }) => code === 'assemblyai'))
    assert.deepEqual(await transcriberProviders({ language_id: 999_999 }), [])
  })

  it('show a voice of an account only to that account', async () => {
    const other = await parley.createAccount()
    const id = await addOwnVoice(account, 'My own voice')
    assert.equal((await account.client.catalogues.voices({ search: 'my own' }))[0]!.id, id)
    assert.deepEqual(await other.client.catalogues.voices({ search: 'my own' }), [])
    assert.equal((await findVoice(contextOf(account), id))!.name, 'My own voice')
    assert.equal(await findVoice(contextOf(other), id), undefined)
    assert.equal(await findVoice(contextOf(account), Number.MAX_SAFE_INTEGER), undefined)
  })

  it('find records by id', async () => {
    const ctx = contextOf(account)
    assert.equal((await findLanguage(ctx, 1))!.locale, 'en-US')
    assert.deepEqual((await findLlmModel(ctx, 1))!.code, 'gpt-4.1-mini')
    assert.equal((await findMultimodalModel(ctx, 1))!.vendor, 'openai')
    assert.equal((await findSynthesizerProvider(ctx, 1))!.code, 'elevenlabs')
    for (const find of [findLanguage, findLlmModel, findMultimodalModel, findSynthesizerProvider]) {
      assert.equal(await find(ctx, 999_999), undefined)
    }
  })

  it('have compatible defaults for every language and mode', () => {
    const ctx = contextOf(account)
    for (const language of catalogueData().languages) {
      for (const mode of ['pipeline', 'dualplex', 'multimodal'] as const) {
        const voice = defaultVoice({ mode, languageId: language.id })!
        assert.equal(voice.languageId, language.id)
        assert.ok(voiceSupportsMode(voice, mode))
        if (mode !== 'multimodal') assert.equal(voice.synthesizerProviderId, language.synthesizerProviderId)
        else assert.ok(voiceSupportsModel(voice, defaultMultimodalModel(ctx, mode, voice.realtimeVendor)))
      }
    }
    assert.equal(defaultVoice({ mode: 'pipeline', languageId: 1, synthesizerProviderId: 3 })!.synthesizerProviderId, 3)
    assert.equal(defaultVoice({ mode: 'pipeline', languageId: 50, synthesizerProviderId: 3 })!.languageId, 50)
    assert.equal(
      defaultVoice({ mode: 'multimodal', languageId: 1, realtimeVendor: 'google' })!.realtimeVendor,
      'google',
    )
    assert.equal(defaultVoice({ mode: 'pipeline', languageId: 999_999 }), undefined)
  })

  it('are of the configured realtime vendors by default, or offline without any', () => {
    const base = contextOf(account)
    const [english, spanish] = [1, 2]
    for (const [realtimeVendors, voiceOf, multimodal, dualplex] of [
      [[], { [english]: 'offline', [spanish]: 'openai' }, 'offline', 'offline'],
      [['google'], { [english]: 'google', [spanish]: 'google' }, 'google', 'offline'],
      [['openai', 'google'], { [english]: 'openai', [spanish]: 'openai' }, 'openai', 'openai'],
    ] as const) {
      const ctx = { ...base, realtimeVendors }
      for (const languageId of [english, spanish]) {
        const voice = defaultVoice({ mode: 'multimodal', languageId, configuredVendors: realtimeVendors })
        assert.equal(voice?.realtimeVendor, voiceOf[languageId as 1 | 2])
      }
      assert.equal(defaultMultimodalModel(ctx, 'multimodal').vendor, multimodal)
      assert.equal(defaultMultimodalModel(ctx, 'dualplex').vendor, dualplex)
      assert.equal(defaultMultimodalModel(ctx, 'dualplex', 'openai').vendor, 'openai')
    }
  })

  it('retire records in the database that no longer ship, and restore them when they ship again', async () => {
    const { db } = parley.app.context
    const ownId = await addOwnVoice(account, 'Kept')
    const data = catalogueData()
    const [, ...rest] = data.voices
    const voicesNow = rest.map((voice) => ({ ...voice, name: `${voice.name}!` }))
    await seedCatalogues(db, { ...data, version: 'without-the-first', voices: voicesNow })
    const voices = sql<{ name: string; retired: boolean }>`
      select name, retired from voices where id in (1, 2, ${ownId}) order by id`
    const rows = async () => (await voices.execute(db)).rows.map(({ name, retired }) => `${name} ${retired}`)
    assert.deepEqual(await rows(), ['Sarah true', 'George! false', 'Kept false'])
    await seedCatalogues(db)
    assert.deepEqual(await rows(), ['Sarah false', 'George false', 'Kept false'])
    for (const catalogue of catalogueNames) {
      const [record] = data[catalogue]
      assert.deepEqual(await findRecord(db, account.account.id, catalogue, record!.id), record)
    }
  })

  it('find models that no longer ship', async () => {
    const { db } = parley.app.context
    const llm = { id: 900, name: 'Old', vendor: 'openai', code: 'gpt-old', endsOn: '2020-01-31' }
    const multimodal = { ...llm, modes: ['multimodal' as const] }
    await upsertRecords(db, 'llmModels', [llm])
    await upsertRecords(db, 'multimodalModels', [multimodal])
    assert.deepEqual(await findLlmModel(contextOf(account), 900), llm)
    assert.deepEqual(await findMultimodalModel(contextOf(account), 900), multimodal)
  })

  it('do not offer a model that its vendor has shut down, but still find it', async () => {
    const ctx = contextOf(account)
    const ending = catalogueData().llmModels.find(({ endsOn }) => endsOn !== null)!
    const endsAt = new Date(`${ending.endsOn}T00:00:00Z`)
    const daysLeft = Math.ceil((endsAt.getTime() - ctx.now().getTime()) / dayMs)
    if (daysLeft > 0) await parley.turnClock(daysLeft * dayMs)
    const models = await account.client.catalogues.models()
    assert.ok(models.length > 0 && !models.some(({ id }) => id === ending.id))
    assert.notEqual(defaultLlmModel(ctx).id, ending.id)
    assert.equal((await findLlmModel(ctx, ending.id))!.id, ending.id)
  })

  it('leave out voices of voice packs for which no id is left', async () => {
    const { db } = parley.app.context
    const { voices } = catalogueData()
    const [{ id: _, ...voice }] = voices as [(typeof voices)[number]]
    const [kept] = await keepPackVoices(db, [{ ...voice, code: 'pack/Kept/en' }])
    assert.ok(kept!.id >= 500_000)
    await upsertRecords(db, 'voices', [...voices, { ...voice, id: 999_999, code: 'pack/Last/en' }])
    const packVoices = ['pack/Kept/en', 'pack/New/en'].map((code) => ({ ...voice, code }))
    assert.deepEqual(
      (await keepPackVoices(db, packVoices)).map(({ id }) => id),
      [kept!.id],
    )
    await upsertRecords(db, 'voices', voices)
  })
})
