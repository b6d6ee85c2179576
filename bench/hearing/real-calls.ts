// How the engine hears people in real time: recordings play in calls over the media connection of a running server.
import { wordErrors, wordsOf } from '@parley/speech/word-errors'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import { type Caller, prepareNumbers } from '../calls/voice-account.ts'
import { startVoiceServer } from '../calls/voice-rounds.ts'
import type { Form } from '../shared/bench.ts'
import { secondsRange } from '../shared/load.ts'
import { poll, progress } from '../shared/progress.ts'
import { openWorkspace, type Parley } from '../shared/workspace.ts'
import {
  joined,
  listRecordings,
  quieter,
  type Recording,
  readRecording,
  readUtterances,
  silence,
  trimmed,
} from './corpus.ts'
import { holdPhoneCall, type PhoneCall } from './phone-call.ts'
import { backchannels, commands } from './side-sounds.ts'
import { answersIn, days, grouped, phoneNumbers, total } from './waits.ts'

const callsAtATime = 2
const answer = 'Certainly, I can help you with that.'
const longAnswer =
  'We are open from nine to five on all weekdays, and until noon on Saturdays and Sundays, except on holidays.'
/** In the instructions of an assistant that says the long answer. */
const longMark = 'Answer at length.'
const overlapMs = 1_500
const names = ['smith', 'jones', 'miller', 'brown', 'wilson', 'moore', 'taylor', 'clark']
const codes = ['4929384756102938', '5105673829104756', '30569309', '839201']
/** An assistant waits on hold after these. */
const requestsToHold = /please (?:hold|stay)|connect your call/i
const longRecordingMs = 6_500
/** The usual level of the assistant, in decibels relative to the largest amplitude. */
const assistantDb = -20
const quietDb = [6, 14, 20]

interface Scenario {
  greeting: string
  utterances: readonly Int16Array[]
  /** The customer speaks while the assistant says the long answer: every second utterance. */
  isOverlapping?: boolean
}

interface Held {
  call: PhoneCall
  /** What the customer has said, in the record of the call. */
  texts: string[]
}

interface Measurement {
  scenarios: readonly Scenario[]
  /** Rows of a table: what was measured, the result and the goal. */
  rows(held: readonly Held[]): string[][]
}

export async function benchRealCalls({ recordings, ...form }: { recordings: number } & Form): Promise<string[][]> {
  const all = await allMeasurements(recordings)
  // A call in real time takes several seconds.
  const measurements = form.short ? all.slice(0, 1) : all
  const scenarios = measurements.flatMap((one) => one.scenarios)
  await using workspace = await openWorkspace(form)
  await using model = await startScriptedOpenAi({
    script: ({ body }) => (JSON.stringify(body).includes(longMark) ? longAnswer : answer),
  })
  const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'scripted' }
  const callers = await prepareNumbers(
    workspace,
    scenarios.map(({ greeting, isOverlapping = false }) => {
      return { initialMessage: greeting, systemPrompt: isOverlapping ? longMark : 'Answer in one sentence.' }
    }),
    env,
  )
  await using parley = await startVoiceServer(workspace, env)
  const held = await holdAll(parley, callers, scenarios)
  return measurements.flatMap(({ scenarios: own, rows }) => rows(held.splice(0, own.length)))
}

async function holdAll(parley: Parley, callers: readonly Caller[], scenarios: readonly Scenario[]): Promise<Held[]> {
  const held: Held[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < scenarios.length; index = next++) {
      progress(`real calls, ${index + 1} of ${scenarios.length}`)
      held[index] = await hold(parley, callers[index]!, scenarios[index]!)
    }
  }
  // The first call loads the models.
  await hold(parley, callers[0]!, { greeting: '', utterances: [] })
  await Promise.all(Array.from({ length: callsAtATime }, work))
  return held
}

async function hold({ baseUrl }: Parley, caller: Caller, scenario: Scenario): Promise<Held> {
  const { utterances, isOverlapping = false } = scenario
  const call = await holdPhoneCall({
    target: { parley: { baseUrl, number: caller.number } },
    utterances,
    ...(isOverlapping && { overlapMs: (index) => (index % 2 === 1 ? overlapMs : undefined) }),
    limitMs: 20_000 + utterances.reduce((sum, { length }) => sum + length / 8 + 20_000, 0),
  })
  return { call, texts: await customerTexts(baseUrl, caller) }
}

/** The latest call. Its transcript is complete when the call has ended. */
async function customerTexts(baseUrl: string, { token, assistantId }: Caller): Promise<string[]> {
  let texts: string[] = []
  await poll(100, async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${baseUrl}/api/user/calls?assistant_id=${assistantId}`, { headers })
    const [latest] = ((await response.json()) as { data: { ended_reason: string | null; transcript: Entry[] }[] }).data
    texts = latest?.transcript.filter(({ sender }) => sender === 'human').map(({ text }) => text) ?? []
    return latest !== undefined && latest.ended_reason !== null
  })
  return texts
}

interface Entry {
  sender: string
  text: string
}

async function allMeasurements(recordings: number): Promise<Measurement[]> {
  const spoken = await readUtterances()
  const read = (all: readonly string[]) => Promise.all(all.slice(0, recordings).map(readRecording))
  return [
    await waits('wait after a short answer', '1.0 s p95', [
      { greeting: 'On which day?', utterances: await read(days) },
    ]),
    await waits('wait after fluent speech', '0.44 / 0.61 s', inCalls(spoken.slice(0, Math.min(18, recordings)), 6)),
    await waits('wait after long fluent speech', '0.55 / 1.1 s', inCalls(await longRecordings(recordings), 4)),
    await dictations('telephone numbers in groups', 'What is your phone number?', 1, 11, await numbers(recordings)),
    await dictations('spelled names', 'Could you spell your last name?', 0, 5, await spelledNames(recordings)),
    await dictations('codes', 'Can you tell me the code?', 0, 4, await dictatedCodes(recordings)),
    await interruptions(spoken, recordings),
    await attention(spoken, recordings),
    ...(await quietCustomers(recordings)),
  ]
}

const inCalls = (utterances: readonly Int16Array[], count: number): Scenario[] =>
  Array.from({ length: Math.ceil(utterances.length / count) }, (_, index) => {
    return { greeting: 'Hello.', utterances: utterances.slice(index * count, (index + 1) * count) }
  })

async function longRecordings(recordings: number): Promise<Int16Array[]> {
  const sentences = (await listRecordings()).filter(
    ({ text }) => /^[A-Z]/.test(text) && text.split(' ').length >= 12 && !requestsToHold.test(text),
  )
  const audio = await Promise.all(sentences.map(({ name }) => readRecording(name)))
  return audio.filter(({ length }) => length >= longRecordingMs * 8).slice(0, Math.min(24, recordings))
}

async function waits(name: string, goal: string, scenarios: readonly Scenario[]): Promise<Measurement> {
  return {
    scenarios,
    rows(held) {
      const answers = held.map(({ call }) => answersIn({ ...call, turns: [] }))
      const times = answers.flatMap(({ waitsMs }) => waitsMs)
      return [
        [`${name}, p50 / p95`, secondsRange(times), goal],
        ['answers in the middle of it', total(answers), '1'],
      ]
    },
  }
}

interface Dictated {
  audio: Int16Array
  /** What the model must get, without spaces. */
  expected: string
}

const numbers = (recordings: number): Promise<Dictated[]> =>
  Promise.all(
    phoneNumbers.slice(0, recordings).flatMap((number, index) =>
      [400 + 400 * (index % 3), 400 + 400 * ((index + 1) % 3)].map(async (pauseMs) => {
        return { audio: await grouped(number, pauseMs), expected: number }
      }),
    ),
  )

const spelledNames = (recordings: number): Promise<Dictated[]> =>
  Promise.all(
    names.slice(0, recordings).map(async (name) => {
      const letters = await Promise.all([...name].map((letter) => readRecording(`letters/${letter}`)))
      return { audio: joined(letters.flatMap((one) => [trimmed(one), silence(300)])), expected: name }
    }),
  )

const dictatedCodes = (recordings: number): Promise<Dictated[]> =>
  Promise.all(
    codes.slice(0, recordings).map(async (code) => {
      const digits = await Promise.all([...code].map((digit) => readRecording(`digits/${digit}`)))
      const spoken = digits.flatMap((one, index) => [trimmed(one), silence(index % 4 === 3 ? 700 : 60)])
      return { audio: joined(spoken), expected: code }
    }),
  )

async function dictations(
  name: string,
  greeting: string,
  mostEarly: number,
  leastExact: number,
  dictated: readonly Dictated[],
): Promise<Measurement> {
  return {
    scenarios: dictated.map(({ audio }) => ({ greeting, utterances: [audio] })),
    rows(held) {
      const exact = held.filter(({ texts }, index) =>
        texts.join(' ').replace(/[\s-]/g, '').toLowerCase().includes(dictated[index]!.expected),
      )
      const answers = held.map(({ call }) => answersIn({ ...call, turns: [] }))
      return [
        [`${name}: answered in the middle`, total(answers), String(mostEarly)],
        [`${name}: exact`, `${exact.length} of ${held.length}`, `${leastExact} at least`],
      ]
    },
  }
}

/** A sentence first, because the events happen while the assistant answers it. */
const overlapping = (spoken: readonly Int16Array[], events: readonly Int16Array[]): Scenario[] =>
  events.map((event, index) => {
    return { greeting: 'Hello.', isOverlapping: true, utterances: [spoken[index % spoken.length]!, event] }
  })

async function interruptions(spoken: readonly Int16Array[], recordings: number): Promise<Measurement> {
  return {
    scenarios: overlapping(spoken, await commands(recordings)),
    rows(held) {
      const times = held.flatMap(({ call: { said, clearedMs, heard } }) => {
        const event = said[1]
        const atMs = event && stopAfter({ clearedMs, heard }, event.fromMs)
        return atMs === undefined ? [] : [atMs - event!.fromMs]
      })
      return [
        ['command → silent, p50 / p95', secondsRange(times), '0.45 s p95'],
        ['commands that stop the assistant', `${times.length} of ${held.length}`, 'all'],
      ]
    },
  }
}

/** When the assistant fell silent without having finished, within two seconds. */
function stopAfter({ clearedMs, heard }: Pick<PhoneCall, 'clearedMs' | 'heard'>, fromMs: number): number | undefined {
  const stops = heard.filter(({ toMs }) => clearedMs.some((atMs) => Math.abs(atMs - toMs) < 25))
  return stops.find(({ toMs }) => toMs >= fromMs && toMs < fromMs + 2_000)?.toMs
}

async function attention(spoken: readonly Int16Array[], recordings: number): Promise<Measurement> {
  const events = (await backchannels()).slice(0, recordings).map(([, audio]) => audio)
  return {
    scenarios: overlapping(spoken, events),
    rows(held) {
      const ignored = held.filter(({ call }) => call.said[1] && stopAfter(call, call.said[1].fromMs) === undefined)
      return [['backchannels that do not stop the assistant', `${ignored.length} of ${held.length}`, '5 of 6']]
    },
  }
}

async function quietCustomers(recordings: number): Promise<Measurement[]> {
  const sentences = (await listRecordings()).filter(({ text }) => /^[A-Z][^[(0-9]{30,70}\.$/.test(text))
  const chosen = sentences.slice(0, Math.min(7, recordings))
  const spoken = await Promise.all(chosen.map(({ name }) => readRecording(name)))
  return quietDb.map((db) => ({
    scenarios: overlapping(
      spoken,
      spoken.map((audio) => atLevel(audio, assistantDb - db)),
    ),
    rows: (held) => [[`words that are wrong, ${db} dB quieter than the assistant`, wrongWords(chosen, held), '8 %']],
  }))
}

function wrongWords(chosen: readonly Recording[], held: readonly Held[]): string {
  let errors = 0
  let words = 0
  for (const [index, { text }] of chosen.entries()) {
    const said = wordsOf(text)
    // The sentence before is one turn or more.
    const { texts } = held[index]!
    errors += Math.min(...texts.map((_, from) => wordErrors(said, wordsOf(texts.slice(from).join(' ')))), said.length)
    words += said.length
  }
  return `${((100 * errors) / words).toFixed(1)} % of ${words}`
}

/** Changes the level of what is audible. */
function atLevel(samples: Int16Array, db: number): Int16Array {
  const audible = samples.filter((sample) => Math.abs(sample) > 300)
  const power = audible.reduce((sum, sample) => sum + sample ** 2, 0) / audible.length
  return quieter(samples, 10 * Math.log10(power / 32_768 ** 2) - db)
}
