// Creates and updates assistants with the settings that a test gives, and lists the numeric settings.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type CallInput, type contract, ParleyError, type ReplyOf } from '#sdk/index.ts'
import { startTestApp, type TestAccount, type TestApp } from './test-app.ts'

export type SettingsInput = Omit<CallInput<typeof contract.assistants.create>, 'name'> & { name?: string }
export type ShownSettings = ReplyOf<typeof contract.assistants.get>['data']

/** Numeric fields with their smallest and largest value; all of them accept fractions. */
export const ranges = {
  turn_detection_threshold: [0, 1],
  voice_stability: [0, 1],
  voice_similarity: [0, 1],
  speech_speed: [0.7, 1.2],
  llm_temperature: [0, 1],
  endpoint_sensitivity: [0, 5],
  interrupt_sensitivity: [0, 5],
  ambient_sound_volume: [0, 1],
  max_duration: [20, 1200],
  max_silence_duration: [1, 360],
  max_initial_silence_duration: [1, 120],
  ringing_time: [1, 60],
  reengagement_interval: [7, 600],
  min_interrupt_words: [0, 10],
  conversation_inactivity_timeout: [1, 1440],
} satisfies { [F in keyof SettingsInput]?: [number, number] }

export const choices = {
  type: ['inbound', 'outbound'],
  knowledgebase_mode: ['function_call', 'prompt'],
  endpoint_type: ['vad', 'ai'],
  ambient_sound: ['off', 'office', 'city', 'forest', 'crowded_room', 'cafe', 'nature'],
} satisfies { [F in keyof SettingsInput]?: string[] }

export const modes = ['pipeline', 'multimodal', 'dualplex'] as const

export const flags = [
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
] as const satisfies (keyof SettingsInput)[]

type Errors = Record<string, string[]>

interface TestSettings extends AsyncDisposable {
  parley: TestApp
  holder: TestAccount
  other: TestAccount
  create(given?: SettingsInput): Promise<ShownSettings>
  update(id: number, given: SettingsInput): Promise<ShownSettings>
  /** And no assistant is made. */
  createRefused(given: unknown, errors: Errors): Promise<void>
  /** And the assistant stays as it is. */
  updateRefused(id: number, given: unknown, errors: Errors): Promise<void>
}

/** Opened before the tests of the suite that calls it and closed after them; nothing of it is there sooner. */
export function useAssistantSettings() {
  let opened: TestSettings
  before(async () => {
    opened = await openSettings()
  })
  after(() => opened[Symbol.asyncDispose]())
  const create: TestSettings['create'] = (given) => opened.create(given)
  const update: TestSettings['update'] = (id, given) => opened.update(id, given)
  const createRefused: TestSettings['createRefused'] = (given, errors) => opened.createRefused(given, errors)
  const updateRefused: TestSettings['updateRefused'] = (id, given, errors) => opened.updateRefused(id, given, errors)
  return { settings: () => opened, create, update, createRefused, updateRefused }
}

async function openSettings(): Promise<TestSettings> {
  const parley = await startTestApp()
  const holder = await parley.createAccount()
  const { assistants } = holder.client
  const get = async (id: number): Promise<ShownSettings> => (await assistants.get({ id })).data
  return {
    parley,
    holder,
    other: await parley.createAccount(),
    create: async (given = {}) => get((await assistants.create({ name: 'Ada', ...given })).data.id),
    async update(id, given) {
      await assistants.update({ id, ...given })
      return get(id)
    },
    async createRefused(given, errors) {
      const { total } = await assistants.list()
      await assert.rejects(assistants.create({ name: 'Ada', ...(given as SettingsInput) }), refusedFor(errors))
      assert.equal((await assistants.list()).total, total)
    },
    async updateRefused(id, given, errors) {
      const before = await get(id)
      await assert.rejects(assistants.update({ id, ...(given as SettingsInput) }), refusedFor(errors))
      assert.deepEqual(await get(id), before)
    },
    [Symbol.asyncDispose]: () => parley[Symbol.asyncDispose](),
  }
}

/** For `assert.rejects`: the validation failure of an assistant. */
export function refusedFor(errors: Errors): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof ParleyError)
    assert.deepEqual([error.status, error.body], [422, { message: 'Validation failed', errors }])
    return true
  }
}
