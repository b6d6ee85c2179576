// Creates and updates assistants with the settings that a test gives, and lists the numeric settings.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type CallInput, type contract, ParleyError, type ReplyOf } from '#sdk/index.ts'
import { startTestApp, type TestAccount, type TestApp } from '../app/test-app.ts'

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
  'store_transcript',
  'enable_noise_cancellation',
  'wait_for_customer',
  'end_call_on_voicemail',
  'send_webhook_only_on_completed',
  'include_recording_in_webhook',
  'post_call_evaluation',
  'conversation_ended_retrigger',
  'is_conversation_ended_webhook_active',
  'widget_enabled',
  'widget_voice_enabled',
  'widget_files_enabled',
] as const satisfies (keyof SettingsInput)[]

type Errors = Record<string, string[]>

/** Starts an app before the tests of the suite that calls it, and closes it after them. */
export function useAssistantSettings() {
  let opened: { parley: TestApp; account: TestAccount; other: TestAccount }
  before(async () => {
    const parley = await startTestApp()
    opened = { parley, account: await parley.createAccount(), other: await parley.createAccount() }
  })
  after(() => opened.parley[Symbol.asyncDispose]())
  const assistants = () => opened.account.client.assistants
  const get = async (id: number): Promise<ShownSettings> => (await assistants().get({ id })).data
  return {
    settings: () => opened,
    create: async (given: SettingsInput = {}) => get((await assistants().create({ name: 'Ada', ...given })).data.id),
    async update(id: number, given: SettingsInput) {
      await assistants().update({ id, ...given })
      return get(id)
    },
    /** Also asserts that no assistant is created. */
    async createRefused(given: unknown, errors: Errors) {
      const { total } = await assistants().list()
      await assert.rejects(assistants().create({ name: 'Ada', ...(given as SettingsInput) }), refusedFor(errors))
      assert.equal((await assistants().list()).total, total)
    },
    /** Also asserts that the assistant is unchanged. */
    async updateRefused(id: number, given: unknown, errors: Errors) {
      const before = await get(id)
      await assert.rejects(assistants().update({ id, ...(given as SettingsInput) }), refusedFor(errors))
      assert.deepEqual(await get(id), before)
    },
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
