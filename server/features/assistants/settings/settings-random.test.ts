// Random combinations of settings: creating an assistant with them has the same result as updating it.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { ParleyError } from '#sdk/index.ts'
import type { TestAccount } from '#testing/app/test-app.ts'
import {
  choices,
  flags,
  modes,
  ranges,
  type SettingsInput,
  type ShownSettings,
  useAssistantSettings,
} from '#testing/features/assistant-settings.ts'

describe('random settings of an assistant', () => {
  const { settings, create, update } = useAssistantSettings()
  let offered: Offered
  before(async () => {
    offered = await offer(settings().account)
  })

  it('have the same result in a creation and in an update', async () => {
    await fc.assert(
      fc.asyncProperty(fittingSettings(offered), async (patch) => {
        const { id } = await create()
        assert.deepEqual(settingsOf(await update(id, patch)), settingsOf(await create(patch)))
      }),
      { numRuns: 100 },
    )
  })

  it('are restored with a version, and sent again they make none', async () => {
    const { assistants } = settings().account.client
    await fc.assert(
      fc.asyncProperty(fittingSettings(offered), fittingSettings(offered), async (first, second) => {
        const created = await create(first)
        const { id } = created
        const updated = await unlessRefused(update(id, second))
        fc.pre(updated !== undefined)
        const { version } = updated!
        const { skipped } = await assistants.restoreVersion({ id, version: 1 })
        const restored = (await assistants.get({ id })).data
        assert.deepEqual([skipped, settingsOf(restored)], [{}, settingsOf(created)])
        assert.ok(restored.version <= version + 1)
        const again = await unlessRefused(update(id, restored as SettingsInput))
        assert.equal(again?.version ?? restored.version, restored.version)
      }),
      { numRuns: 100 },
    )
  })

  it('are refused with the same errors in a creation and in an update', async () => {
    const blank = await create()
    await fc.assert(
      fc.asyncProperty(anySettings(offered), async (patch) => {
        const atOnce = await errorsOf(create(patch))
        if (atOnce) assert.deepEqual(await errorsOf(update(blank.id, patch)), atOnce)
      }),
      { numRuns: 100 },
    )
    const untouched = (await settings().account.client.assistants.get({ id: blank.id })).data
    assert.deepEqual(untouched, blank)
  })
})

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

/** Settings that are compatible with all others. */
function plainFields({ labels, folder, llmModels }: Offered) {
  return {
    // JSON does not keep the sign of zero.
    ...mapValues(ranges, ([min, max]) => fc.double({ min, max, noNaN: true }).map((value) => value + 0)),
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

function fittingSettings(offered: Offered): fc.Arbitrary<SettingsInput> {
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
    return optional.map((given) => ({ ...given, mode, language_id }) as SettingsInput)
  })
}

function anySettings(offered: Offered): fc.Arbitrary<SettingsInput> {
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
  const any = fc.record(fields as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
  return any.map(withVoiceOfSynthesizer) as fc.Arbitrary<SettingsInput>
}

/** A synthesizer alone decides the voice of a new assistant, while an update refuses it if it does not fit the voice. */
function withVoiceOfSynthesizer({ synthesizer_provider_id, ...given }: Record<string, unknown>) {
  const isAlone = typeof synthesizer_provider_id === 'number' && given['voice_id'] === undefined
  return synthesizer_provider_id === undefined || isAlone ? given : { ...given, synthesizer_provider_id }
}

const settingsOf = (shown: ShownSettings) => ({
  ...shown,
  id: 0,
  uuid: '',
  status: '',
  version: 0,
  created_at: '',
  updated_at: '',
})

async function errorsOf(call: Promise<unknown>): Promise<Record<string, string[]> | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof ParleyError && error.status === 422) return error.errors
    throw error
  }
}

function mapValues<K extends string, V, R>(record: Record<K, V>, change: (value: V) => R): Record<K, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value as V)])) as Record<K, R>
}

/** Some settings fit alone, but not with those that the assistant has. */
const unlessRefused = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((error: ParleyError) => {
    assert.equal(error.status, 422)
    return undefined
  })
