// Measures how long the customer waits for an answer, and how often the assistant begins to speak too early.
import { secondsRange } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { below, joined, readMusic, readRecording, readUtterances, silence, trimmed } from './corpus.ts'
import { type Ears, type HeardCall, holdHeardCall } from './heard-call.ts'

export const days = Array.from({ length: 7 }, (_, day) => `digits/day-${day}`)
const months = Array.from({ length: 12 }, (_, month) => `digits/mon-${month}`)
const digits = Array.from({ length: 10 }, (_, digit) => `digits/${digit}`)
export const phoneNumbers = [
  '2025550143',
  '4155550187',
  '3125550126',
  '6465550172',
  '8085550119',
  '7135550164',
  '5035550138',
]
const pauses = [400, 800, 1_200]
const turnsPerCall = 6
const fluentCount = 60
const pairCalls = 5

export interface Answers {
  /** From the end of the utterance to the first sound of the answer. */
  waitsMs: number[]
  /** By how much the wait in the record of the call differs. */
  differencesMs: number[]
  early: number
  count: number
}

/** Rows of a table: what was measured, the result and the goal. */
export async function benchWaits(ears: Ears): Promise<string[][]> {
  const { recordings } = ears
  const read = (names: readonly string[]) => Promise.all(names.slice(0, recordings).map(readRecording))
  const short = [
    await ask(ears, 'On which day?', await read(days)),
    await ask(ears, 'In which month?', await read(months)),
    await ask(ears, 'How many people?', await read(digits)),
  ]
  const shortWaits = short.flatMap(({ waitsMs }) => waitsMs)
  const spoken = (await readUtterances()).slice(0, Math.max(2, recordings))
  const fluent: Answers[] = []
  const besideMusic: Answers[] = []
  const music = (await readMusic())[0]!.subarray(0, 60 * 8_000)
  for (let at = 0; at < Math.min(fluentCount, recordings); at += turnsPerCall) {
    const said = spoken.slice(at, at + turnsPerCall)
    fluent.push(await ask(ears, 'Hello.', said))
    besideMusic.push(await ask(ears, 'Hello.', said, below(joined(said), music, 20)))
  }
  const pairs: Answers[] = []
  for (let call = 0; call < Math.min(pairCalls, recordings); call++)
    pairs.push(await ask(ears, 'Hello.', pairsFor(spoken, call)))
  const numbers: Answers[] = []
  for (const [index, number] of phoneNumbers.slice(0, recordings).entries())
    for (const pauseMs of [pauses[index % 3]!, pauses[(index + 1) % 3]!])
      numbers.push(await ask(ears, 'What is your phone number?', [await grouped(number, pauseMs)]))
  return [
    ['wait after a short answer, p50 / p95', secondsRange(shortWaits), '1.0 s p95'],
    ['wait after fluent speech, p50 / p95', secondsRange(fluent.flatMap(({ waitsMs }) => waitsMs)), '0.5 / 1.2 s'],
    [
      'the same in the record of the call, difference p50 / p95',
      secondsRange(fluent.flatMap(({ differencesMs }) => differencesMs)),
      '0.04 s',
    ],
    ['answers in the middle of fluent speech', total(fluent), '0'],
    ['wait with music at 20 dB, p50 / p95', secondsRange(besideMusic.flatMap(({ waitsMs }) => waitsMs)), 'the same'],
    ['answers in the middle of speech with music at 20 dB', total(besideMusic), 'the same'],
    ['answers between two sentences, 0.5 to 1 s apart', total(pairs), '10 of 30'],
    ['answers in the middle of a telephone number', total(numbers), '1 of 14'],
  ]
}

async function ask(
  ears: Ears,
  question: string,
  utterances: readonly Int16Array[],
  background?: Int16Array,
): Promise<Answers> {
  progress(`answers to “${question}”`)
  const { said, heard, turns } = await holdHeardCall({
    ...ears,
    utterances,
    background,
    limitMs: utterances.length * 30_000,
    settings: { greeting: question, maxDurationMs: 3_600_000 },
  })
  return answersIn({ said, heard, turns })
}

/** `turns` are empty if the record of the call is not known. */
export function answersIn({ said, heard, turns }: Pick<HeardCall, 'said' | 'heard' | 'turns'>): Answers {
  const answers: Answers = { waitsMs: [], differencesMs: [], early: 0, count: said.length }
  for (const { fromMs, toMs } of said) {
    if (heard.some((sound) => sound.fromMs > fromMs && sound.fromMs < toMs)) answers.early++
    const next = heard.find((sound) => sound.fromMs >= toMs)
    if (!next) continue
    answers.waitsMs.push(next.fromMs - toMs)
    const turn = turns.findLast(({ atMs }) => atMs > fromMs && atMs < next.fromMs)
    if (turn?.heardMs != null) answers.differencesMs.push(Math.abs(turn.heardMs - (next.fromMs - toMs)))
  }
  return answers
}

/** Two recordings each, 0.5 to 1 s apart. */
const pairsFor = (spoken: readonly Int16Array[], call: number): Int16Array[] =>
  Array.from({ length: Math.min(turnsPerCall, Math.ceil(spoken.length / 2)) }, (_, index) => {
    const at = (call * turnsPerCall + index) * 2
    const pauseMs = 500 + 100 * ((index * 7 + call) % turnsPerCall)
    const [one, other] = [spoken[at % spoken.length]!, spoken[(at + 1) % spoken.length]!]
    return joined([trimmed(one), silence(pauseMs), trimmed(other)])
  })

export async function grouped(number: string, pauseMs: number): Promise<Int16Array> {
  const groups = [number.slice(0, 3), number.slice(3, 6), number.slice(6)]
  const spoken = await Promise.all(
    groups.map(async (group) =>
      joined((await Promise.all([...group].map((digit) => readRecording(`digits/${digit}`)))).map(trimmed)),
    ),
  )
  return joined(spoken.flatMap((group, index) => (index === 0 ? [group] : [silence(pauseMs), group])))
}

export const total = (answers: readonly Answers[]): string =>
  `${answers.reduce((sum, { early }) => sum + early, 0)} of ${answers.reduce((sum, { count }) => sum + count, 0)}`
