// Tests of the offline realtime model: the suite of the port, its streaming, its failures, and real speech.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createElevenLabsTextToSpeech } from '#server/models/elevenlabs/elevenlabs.ts'
import { createLanguageModels } from '#server/models/language-models.ts'
import { createScriptedSpeechReader, encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { openSpeech } from '#server/models/speech.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { createSpokenChunker } from '#server/voice/words-and-sounds/sentence-chunker.ts'
import { recordSpeech } from '#testing/calls/record-speech.ts'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import type { Script, ScriptedPiece, ScriptedRequest } from '#testing/language-models/script.ts'
import type { RealtimeScript, RealtimeTurn } from '#testing/realtime-servers/realtime-script.ts'
import { startScriptedElevenLabs } from '#testing/speech-servers/elevenlabs-server.ts'
import { openConversation } from '#testing/suites/realtime-model/conversation.ts'
import { suiteTool } from '#testing/suites/realtime-model/setup.ts'
import { testRealtimeModel } from '#testing/suites/realtime-model.ts'
import { createOfflineRealtimeModel } from './offline-realtime.ts'

const log = createLog({ level: 'silent', pretty: false })
const limits = { timeout: 60_000 }
const speechOf = (text: string) => encodeScriptedSpeech(text, 60 * text.length)
const mayCallTools = { mayCallTools: true }

const settings: RealtimeSettings = {
  vendor: 'offline',
  model: 'parley-offline-realtime',
  output: 'audio',
  voice: 'slt',
  gender: 'female',
  speed: 1,
  instructions: 'You answer the phone.',
  language: 'en',
  temperature: 0.1,
  tools: [suiteTool],
  facts: {},
  detectsTurns: false,
}

/** Speech is scripted; a scripted server thinks, or the offline model if there is no script. */
async function open(script?: Script, options: { textToSpeech?: TextToSpeech; speech?: 'offline' } = {}) {
  await using stack = new AsyncDisposableStack()
  const server = script === undefined ? undefined : stack.use(await startScriptedOpenAi({ script }))
  const defaultSpeech = options.speech ?? 'scripted'
  const speech = stack.use(openSpeech({ default: defaultSpeech, log }))
  const languageModel = createLanguageModels({
    ...(server && { openai: { apiKey: 'key', baseUrl: server.baseUrl, model: 'any' } }),
    firstTokenTimeoutMs: 2_000,
    log,
  })
  const adapter = createOfflineRealtimeModel({
    speechToText: speech.speechToText,
    textToSpeech: options.textToSpeech ?? speech.textToSpeech,
    languageModel,
    defaultSpeech,
    createChunker: createSpokenChunker,
  })
  const opened = stack.move()
  return {
    adapter,
    settings,
    speech: speechOf,
    requests: server?.requests ?? [],
    textToSpeech: speech.textToSpeech,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

testRealtimeModel('offline', {
  outputs: ['audio', 'text'],
  forgets: true,
  open: (script) => open((request) => replyOf(script, request)),
})

function replyOf(script: RealtimeScript, { body }: ScriptedRequest) {
  const {
    text,
    calls = [],
    isEndless,
  } = script({
    turns: turnsIn(body),
    mayCallTools: body['tool_choice'] !== 'none',
  })
  const pieces: ScriptedPiece[] = text === undefined ? [] : (text.match(/\s*\S+/g) ?? [])
  for (const { name, arguments: given } of calls) pieces.push({ tool: name, arguments: given })
  if (isEndless) pieces.push({ stall: true })
  return { pieces }
}

interface WireMessage {
  role: string
  content?: string | { text: string }[] | null
  tool_calls?: unknown[]
}

/** Without what the adapter of the language model adds; it also joins messages of the same side. */
function turnsIn(body: ScriptedRequest['body']): RealtimeTurn[] {
  return (body['messages'] as WireMessage[])
    .filter(({ role }) => role !== 'system')
    .flatMap(({ role, content }) =>
      (typeof content === 'string' ? content.split('\n') : (content ?? []).map(({ text }) => text))
        .filter((text) => text !== '' && text !== '(The conversation begins.)')
        .map((text) => ({ role: role as RealtimeTurn['role'], text })),
    )
}

type Call = ReturnType<typeof openConversation>

const audioOf = ({ events }: Call, item: string): Uint8Array[] =>
  events.flatMap((event) => (event.type === 'itemAudio' && event.item === item ? [event.audio] : []))

const hasAnswered = ({ events }: Call, generation: number): boolean =>
  events.some((event) => event.type === 'answered' && event.generation === generation)

/** For calls in which an answer has failed, because `until` throws its failure. */
async function reached(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

async function failureOf({ events }: Call, generation: number): Promise<SpeechFailure> {
  const find = () => events.find((event) => event.type === 'answerFailed' && event.generation === generation)
  await reached(() => find() !== undefined)
  const event = find()
  assert.ok(event?.type === 'answerFailed')
  return event.failure
}

const wordsIn = (audio: readonly Uint8Array[]): string => createScriptedSpeechReader().read(Buffer.concat(audio)).trim()

describe('the offline realtime model', limits, () => {
  it('speaks the first words while the language model is still writing', async () => {
    const gate = Promise.withResolvers<void>()
    await using setup = await open({
      pieces: ['We are open from nine. ', 'On Sundays', { gate: gate.promise }, ' we are closed.'],
    })
    using call = openConversation(setup)
    call.session.add([{ role: 'user', text: 'When are you open?' }])
    call.session.respond(1, mayCallTools)
    await call.until(() => call.audioMs(1) > 0)
    assert.equal(call.textOf(1), 'We are open from nine.')
    gate.resolve()
    await call.answered(1)
    const items = call.itemsOf(1)
    assert.deepEqual(
      items.map((item) => call.textOf(1, item)),
      ['We are open from nine.', 'On Sundays we are closed.'],
    )
    for (const item of items) assert.equal(wordsIn(audioOf(call, item)), call.textOf(1, item))
  })

  it('delivers the parts of a long answer one after the other, in spoken form', async () => {
    const parts = Array.from({ length: 12 }, (_, index) => `Part ${index} of a **long** answer has this text.`)
    await using setup = await open({ pieces: parts.map((part) => `${part} `) })
    using call = openConversation(setup)
    call.session.add([{ role: 'user', text: 'Tell me everything.' }])
    call.session.respond(1, mayCallTools)
    await call.answered(1)
    const items = call.itemsOf(1)
    assert.deepEqual(
      items.map((item) => wordsIn(audioOf(call, item))),
      parts.map((part) => part.replaceAll('*', '')),
    )
    // An item starts after the previous one is done.
    const order = call.events.flatMap((event) =>
      event.type === 'itemStarted' || event.type === 'itemDone' ? event.item : [],
    )
    assert.deepEqual(
      order,
      items.flatMap((item) => [item, item]),
    )
  })

  it('writes the text of the language model unchanged', async () => {
    await using setup = await open({ pieces: ['We **are** ', 'open. ', 'Really.'] })
    using call = openConversation(setup, { output: 'text' })
    call.session.add([{ role: 'user', text: 'Are you open?' }])
    call.session.respond(1, mayCallTools)
    await call.answered(1)
    assert.equal(call.textOf(1), 'We **are** open. Really.')
    assert.equal(call.itemsOf(1).length, 1)
    assert.equal(call.audioMs(1), 0)
  })

  it('answers in words when the customer goes on speaking after a search', async () => {
    const parameters = { type: 'object', properties: { query: { type: 'string' } } }
    const tool = { name: 'search_knowledgebase', description: 'Searches documents.', parameters }
    const text = 'On Sunday we are closed.'
    const result = JSON.stringify({ passages: [{ text, source: { document: 'Hours' } }] })
    for (const interruption of ['Hello?', 'Are you there?', 'Thanks.', 'Hm, take your time.']) {
      await using setup = await open()
      using call = openConversation(setup, { output: 'text', tools: [tool] })
      call.session.add([{ role: 'user', text: 'Are you open on Sunday?' }])
      call.session.respond(1, mayCallTools)
      await call.answered(1)
      const [search] = call.events.flatMap((event) => (event.type === 'answered' ? event.toolCalls : []))
      call.session.add([{ role: 'tool', call: search!, result }])
      call.session.add([{ role: 'user', text: interruption }])
      call.session.respond(2, { mayCallTools: false })
      await call.answered(2)
      assert.match(call.textOf(2), /On Sunday we are closed/)
      assert.doesNotMatch(call.textOf(2), /[{}]|search_/)
    }
  })

  it('answers what was said so far while the customer is still speaking, and hears the rest', async () => {
    await using setup = await open(['One.', 'Two.'])
    using call = openConversation(setup)
    call.session.speechStarted()
    call.write(speechOf('I would like'))
    call.session.respond(1, mayCallTools)
    await call.answered(1)
    assert.deepEqual(call.words(), 'i would like')
    call.write(speechOf('a table'))
    call.session.speechPaused()
    call.session.respond(2, mayCallTools)
    await call.answered(2)
    assert.equal(call.events.filter(({ type }) => type === 'finalized').length, 1)
    assert.deepEqual(
      turnsIn(setup.requests[1]!.body).map(({ role, text }) => `${role}: ${text}`),
      ['user: I would like', 'assistant: One.', 'user: a table'],
    )
  })

  it('reports the failure of the language model, and answers the next request', async () => {
    await using setup = await open([{ status: 400 }, { pieces: ['All is well. ', { cut: true }] }, 'Here I am.'])
    using call = openConversation(setup)
    call.session.add([{ role: 'user', text: 'Hello?' }])
    for (const [generation, code] of [
      [1, 'bad_request'],
      [2, 'unavailable'],
    ] as const) {
      call.session.respond(generation, mayCallTools)
      const failure = await failureOf(call, generation)
      assert.equal(failure.code, code)
    }
    call.session.respond(3, mayCallTools)
    await reached(() => hasAnswered(call, 3))
    assert.equal(call.textOf(3), 'Here I am.')
  })

  it('stops the language model when the speech fails, and answers the next request', async () => {
    await using vendor = await startScriptedElevenLabs({
      apiKey: 'key',
      utterance: (text) => (text.startsWith('Fail') ? { error: 'quota_exceeded' } : 'normal'),
    })
    const textToSpeech = createElevenLabsTextToSpeech({ apiKey: 'key', baseUrl: vendor.baseUrl })
    await using setup = await open(
      [{ pieces: ['Fail at once. ', 'And more of it. ', { stall: true }] }, 'Here I am.'],
      {
        textToSpeech,
      },
    )
    using call = openConversation(setup)
    call.session.add([{ role: 'user', text: 'Hello?' }])
    call.session.respond(1, mayCallTools)
    assert.equal((await failureOf(call, 1)).code, 'quota_exhausted')
    assert.equal(await setup.requests[0]!.closed, false)
    call.session.respond(2, mayCallTools)
    await reached(() => hasAnswered(call, 2))
    assert.equal(call.textOf(2), 'Here I am.')
    assert.ok(call.audioMs(2) > 0)
  })

  it('cannot speak a text with text output', async () => {
    await using setup = await open('Yes.')
    using call = openConversation(setup, { output: 'text' })
    call.session.speak(1, 'Good morning.')
    assert.equal((await failureOf(call, 1)).code, 'internal_error')
  })

  it('hears, thinks and speaks without any vendor', async () => {
    await using setup = await open(undefined, { speech: 'offline' })
    const speaker = setup.textToSpeech.open({
      vendor: 'offline',
      voice: 'rms',
      gender: 'male',
      language: 'en',
      speed: 1,
      stability: 0.5,
      similarity: 0.5,
      emotion: false,
    })
    const question = recordSpeech(speaker, 'When do you open in the morning?')
    assert.equal(await question.outcome, 'done')
    using call = openConversation(setup, { facts: { opening_time: 'seven in the morning' } })
    call.say(Buffer.concat(question.chunks))
    await call.finalized(1)
    call.session.respond(1, mayCallTools)
    await call.answered(1)
    assert.match(call.textOf(1), /The opening time is seven in the morning/)
    // The recognizer understands what was spoken.
    using listener = openConversation(setup)
    listener.say(Buffer.concat(call.itemsOf(1).flatMap((item) => audioOf(call, item))))
    await listener.finalized(1)
    assert.match(listener.words(), /opening time is seven in the morning/)
    speaker.close()
  })

  it('ends the session if the customer cannot be understood', async () => {
    await using setup = await open(undefined, { speech: 'offline' })
    using call = openConversation(setup, { language: 'de' })
    await assert.rejects(call.finalized(1), { code: 'language_not_supported' })
    call.session.respond(1, mayCallTools)
    call.session.speak(2, 'Guten Tag.')
    await call.noMoreEvents()
  })
})
