// Tests that the session of a call gets every setting that its assistant had when the call was made.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { removePack } from '@parley/speech'
import { actFor } from '#server/features/accounts/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { installPack, makeRecognitionPack, makeVoicePack } from '#testing/voice-packs/make-voice-pack.ts'
import { placeCall, prepareCall } from '../dialing/place-call.ts'
import { claimMedia } from './claim-media.ts'
import { prepareSession } from './prepare-session.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app

async function prepared(
  settings: object,
  {
    realtimeVendors = [],
    purpose = null,
    phone = '+12025553999',
    speaksAll = false,
  }: { realtimeVendors?: readonly string[]; purpose?: string | null; phone?: string; speaksAll?: boolean } = {},
) {
  const assistant = await parley.createCallingAssistant({ assistant: settings })
  await assistant.client.phoneNumbers.setCallingLimits({ allowed_countries: ['DE', 'US'] })
  parley.carrier.control.behaveOnCalls(phone, { pickUp: 'manual' })
  const owner = asAccount(context, assistant.account)
  const caller = await prepareCall(owner, { assistantId: assistant.id })
  const order = { phoneNumber: phone, variables: { name: 'Anna' }, uuid: owner.newId(), purpose }
  await transaction(owner, (tx) => placeCall(tx, caller, order))
  await parley.runJobs()
  const { sid } = await parley.carrier.control.waitForCall((one) => one.from === assistant.number)
  const { externalId: accountSid } = context.settings.carrierAccount
  const live = await claimMedia(context, {
    token: parley.mediaTokenOf(sid),
    externalId: sid,
    carrierAccountId: accountSid,
  })
  const ctx = (await actFor(context, live!.accountId))!
  const textToSpeech = speaksAll ? { ...ctx.textToSpeech, speaks: () => true } : ctx.textToSpeech
  return prepareSession({ ...ctx, realtimeVendors, textToSpeech }, live!, async () => ({ result: {}, isReady: false }))
}

it('a session has the settings of its assistant', async () => {
  const { settings, mode, tools } = await prepared({
    initial_message: 'Hello {{name}}.',
    wait_for_customer: true,
    allow_interruptions: false,
    interrupt_sensitivity: 1.5,
    min_interrupt_words: 3,
    endpoint_type: 'ai',
    endpoint_sensitivity: 2.5,
    max_duration: 77,
    max_silence_duration: 21,
    max_initial_silence_duration: 11,
    reengagement_interval: 13,
    reengagement_prompt: 'Ask {{name}}.',
    end_call_on_voicemail: false,
    voice_mail_message: 'Call back, {{name}}.',
    fillers: true,
    filler_config: { positive: ['Yes.'], negative: ['No.'], question: ['Hm?'], neutral: ['Hm.'] },
    llm_model_id: 2,
    llm_temperature: 0.9,
    voice_stability: 0.2,
    voice_similarity: 0.4,
    speech_speed: 0.8,
    tts_emotion_enabled: false,
    voice_id: 2,
    synthesizer_provider_id: 1,
    transcriber_provider_id: 2,
    secondary_language_ids: [2],
    tools: [
      { type: 'end_call', message: 'Bye.' },
      { type: 'call_transfer', phone_numbers: ['+14155550111', '+14155550112'] },
      { type: 'dtmf_input' },
      { type: 'collect_keypad', max_digits: 5 },
    ],
  })
  assert.deepEqual(settings, {
    language: 'en',
    direction: 'outbound',
    greeting: 'Hello Anna.',
    disclosure: undefined,
    waitForCustomer: true,
    allowInterruptions: false,
    interruptSensitivity: 1.5,
    minInterruptWords: 3,
    endpointType: 'ai',
    endpointSensitivity: 2.5,
    maxDurationMs: 77_000,
    maxSilenceMs: 21_000,
    maxInitialSilenceMs: 11_000,
    reengagementMs: 13_000,
    reengagementPrompt: 'Ask Anna.',
    endOnGoodbye: true,
    endOnVoicemail: false,
    voicemailMessage: 'Call back, Anna.',
    purpose: undefined,
    fillers: { positive: ['Yes.'], negative: ['No.'], question: ['Hm?'], neutral: ['Hm.'] },
  })
  assert.ok(mode.kind === 'pipeline')
  const pipeline = mode.options
  assert.deepEqual([pipeline.model, pipeline.temperature], [{ vendor: 'openai', code: 'gpt-4.1' }, 0.9])
  assert.deepEqual(pipeline.recognition, { vendor: 'openai', language: 'en', secondaryLanguages: ['es'] })
  assert.deepEqual(pipeline.voice, {
    vendor: 'elevenlabs',
    voice: 'JBFqnCBsd6RMkjVDRZzb',
    gender: 'male',
    speed: 0.8,
    stability: 0.2,
    similarity: 0.4,
    emotion: false,
    language: 'en',
  })
  assert.deepEqual([...tools.keys()], ['record_opt_out', 'end_call', 'call_transfer', 'dtmf_input', 'collect_keypad'])
})

it('a session has the defaults of settings that are not set', async () => {
  const { settings } = await prepared({ initial_message: 'Hello.', max_silence_duration: 9 })
  const { maxInitialSilenceMs, reengagementPrompt, voicemailMessage, fillers, minInterruptWords } = settings
  assert.equal(maxInitialSilenceMs, 9_000)
  assert.deepEqual(
    [reengagementPrompt, voicemailMessage, fillers, minInterruptWords],
    [undefined, undefined, undefined, null],
  )
})

it('a session presses the keys of a transfer that its tool or its number contains', async () => {
  const numbersOf = async (tool: object) => {
    const { tools } = await prepared({ tools: [{ type: 'call_transfer', ...tool }] })
    const transfer = tools.get('call_transfer')
    assert.ok(transfer?.kind === 'call_transfer')
    return transfer.numbers.map(({ phoneNumber, keys }) => [phoneNumber, keys])
  }
  const phone_numbers = ['+14155550111', '+14155550112;ext=7']
  assert.deepEqual(await numbersOf({ phone_numbers }), [
    ['+14155550111', ''],
    ['+14155550112', 'ww7'],
  ])
  assert.deepEqual(await numbersOf({ phone_numbers, extension: '31' }), [
    ['+14155550111', 'ww31'],
    ['+14155550112', 'ww7'],
  ])
  assert.deepEqual(await numbersOf({ phone_number: '+14155550111', send_digits: ',5W*' }), [
    ['+14155550111', 'wwww5ww*'],
  ])
})

for (const mode of ['pipeline', 'multimodal', 'dualplex'])
  it(`a session can end the call unless its assistant may not (${mode})`, async () => {
    const named = async (tools: object[]) => {
      const { tools: offered, settings } = await prepared({ mode, tools })
      return [[...offered.keys()], settings.endOnGoodbye]
    }
    assert.deepEqual(await named([]), [['record_opt_out', 'end_call'], true])
    const other = { type: 'end_call', description: 'When all is said.' }
    assert.deepEqual(await named([other, { type: 'dtmf_input' }]), [['record_opt_out', 'end_call', 'dtmf_input'], true])
    assert.deepEqual(await named([{ type: 'end_call', enabled: false }]), [['record_opt_out'], false])
  })

it('a session tells why the offline model replaces a vendor', async () => {
  const replacedIn = async (realtimeVendors: readonly string[], assistant: object) => {
    const { mode } = await prepared(assistant, { realtimeVendors })
    assert.ok(mode.kind === 'realtime')
    assert.deepEqual([mode.options.settings.vendor, mode.options.settings.model], ['offline', expectedModel])
    return mode.options.replaced
  }
  let expectedModel = 'parley-offline-realtime'
  assert.equal(await replacedIn([], { mode: 'dualplex' }), undefined)
  assert.equal(await replacedIn(['google', 'openai'], { mode: 'dualplex' }), undefined)
  assert.deepEqual(await replacedIn(['google'], { mode: 'dualplex' }), { vendor: 'google', code: 'unsupported_output' })
  expectedModel = ''
  const gemini = { mode: 'multimodal', multimodal_model_id: 7, voice_id: null }
  assert.deepEqual(await replacedIn([], gemini), { vendor: 'google', code: 'not_configured' })
})

it('a session answers services with the purpose of its call, or tells a model that hears to do so', async () => {
  const purpose = 'the cake of {{name}}'
  const line = 'This is Ada, and the purpose of my call is: the cake of Anna.'
  const pipeline = await prepared({ name: 'Ada' }, { purpose })
  assert.ok(pipeline.mode.kind === 'pipeline')
  assert.equal(pipeline.settings.purpose, line)
  assert.ok(!pipeline.mode.options.instructions().includes('purpose'))
  const realtime = await prepared({ name: 'Ada', mode: 'multimodal' }, { purpose })
  assert.ok(realtime.mode.kind === 'realtime')
  assert.ok(realtime.mode.options.settings.instructions.includes(line))
  const without = await prepared({ name: 'Ada', mode: 'multimodal' })
  assert.ok(without.mode.kind === 'realtime')
  assert.ok(!without.mode.options.settings.instructions.includes('purpose'))
})

it('a session tells its model the date and time, in a pipeline as of each answer', async () => {
  const settings = { timezone: 'Pacific/Auckland', system_prompt: 'Today is {{current_weekday}}.' }
  const { mode } = await prepared(settings)
  assert.ok(mode.kind === 'pipeline')
  const first = mode.options.instructions()
  await parley.turnClock(24 * 3_600_000)
  const second = mode.options.instructions()
  const rule =
    /It is now (\w+day), (\d{4}-\d\d-\d\d), \d\d:\d\d in the time zone Pacific\/Auckland \(UTC\+1[23]:00\)\.$/
  for (const text of [first, second]) assert.ok(text.startsWith(`Today is ${rule.exec(text)![1]}.`))
  assert.notEqual(rule.exec(first)![2], rule.exec(second)![2])
  const realtime = await prepared({ ...settings, mode: 'multimodal' })
  assert.ok(realtime.mode.kind === 'realtime')
  const { options } = realtime.mode
  assert.match(options.settings.instructions, rule)
  assert.ok(options.settings.instructions.includes(options.currentTime!().date))
})

it('a session owes a customer in the European Economic Area the disclosure, with which its greeting begins', async () => {
  const { settings } = await prepared({ initial_message: 'Good day.', name: 'Ada' }, { phone: '+4915123453999' })
  assert.match(settings.disclosure!, /AI/)
  assert.equal(settings.greeting, `${settings.disclosure} Good day.`)
})

it('a session continues in its other languages with voices that speak them, and once in each', async () => {
  const packs = join(parley.config.dataDir, 'voice-packs')
  installPack(packs, makeVoicePack({ name: 'english', language: 'en' }))
  installPack(packs, makeRecognitionPack({ language: 'es' }))
  const { client } = await parley.createAccount()
  const [, speaker] = (await client.catalogues.voices({ search: 'english' })) as { id: number }[]
  const settings = { voice_id: speaker!.id, language_id: 1, secondary_language_ids: [1, 2] }
  const { mode, otherLanguages } = await prepared(settings, { speaksAll: true })
  assert.ok(mode.kind === 'pipeline')
  const { voice, otherVoices } = mode.options
  assert.equal(voice.voice, 'english/Speaker 1/en')
  assert.deepEqual(
    [...otherVoices!].map(([language, other]) => [language, other.vendor, other.voice]),
    [['es', 'offline', '']],
  )
  assert.deepEqual([otherLanguages, mode.options.recognition.secondaryLanguages], [['es'], ['es']])
})

it('a session continues in no other language if the offline realtime model speaks', async () => {
  const settings = { language_id: 1, secondary_language_ids: [2] }
  const languages = async (mode: string) => (await prepared({ ...settings, mode }, { speaksAll: true })).otherLanguages
  assert.deepEqual([await languages('multimodal'), await languages('dualplex')], [[], ['es']])
})

it('the built-in voice replaces the voice of a removed pack until the pack is added again', async () => {
  const packs = join(parley.config.dataDir, 'voice-packs')
  const pack = makeVoicePack({ name: 'gone', language: 'en' })
  installPack(packs, pack)
  const assistant = await parley.createCallingAssistant({ assistant: { initial_message: '' } })
  const { client, id } = assistant
  const voices = () => client.catalogues.voices({ search: 'gone' }) as Promise<{ id: number; name: string }[]>
  const voice = (await voices())[1]
  await client.assistants.update({ id, voice_id: voice!.id })

  /** The voice that would speak in a call, and what its timeline says about that. */
  const voiceOfCall = async (phone: string) => {
    parley.carrier.control.behaveOnCalls(phone, { pickUp: 'manual' })
    const { callId, sid } = await parley.placeCall(assistant, phone)
    const { externalId: accountSid } = context.settings.carrierAccount
    const live = await claimMedia(context, {
      token: parley.mediaTokenOf(sid),
      externalId: sid,
      carrierAccountId: accountSid,
    })
    const ctx = (await actFor(context, assistant.account.id))!
    const { mode } = await prepareSession(ctx, live!, async () => ({ result: {}, isReady: false }))
    const { timeline } = await client.calls.explain({ id: callId })
    const said = timeline.flatMap(({ type, text }) => (type === 'voice_removed' ? [text] : []))
    assert.ok(mode.kind === 'pipeline')
    const { vendor, voice, gender } = mode.options.voice
    return { vendor, voice, gender, said }
  }
  const own = { vendor: 'offline', voice: 'gone/Speaker 1/en', gender: 'male', said: [] }
  assert.deepEqual(await voiceOfCall('+12025553971'), own)

  await removePack(packs, 'gone')
  assert.deepEqual(await voiceOfCall('+12025553972'), {
    vendor: 'offline',
    voice: '',
    gender: 'male',
    said: ['Another voice speaks, because the voice pack of Speaker 1 (Test voice gone) is not installed.'],
  })
  const { id: another } = (await client.assistants.create({ name: 'Another' })).data
  await assertInvalid(client.assistants.update({ id: another, voice_id: voice!.id }), {
    voice_id: ['The selected voice id is invalid.'],
  })
  await client.assistants.update({ id, voice_id: voice!.id, name: 'Renamed' })

  installPack(packs, pack)
  assert.deepEqual((await voices())[1], voice)
  assert.deepEqual(await voiceOfCall('+12025553973'), own)
})
