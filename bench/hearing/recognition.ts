// Measures what counts as speech, and how many words of a person on a telephone the offline recognizer gets wrong.

import { createReceiver } from '@parley/sip/receiver'
import { wordErrors, wordsOf } from '@parley/speech/word-errors'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'
import { createActivity } from '#server/voice/engine/activity.ts'
import { progress } from '../shared/progress.ts'
import {
  below,
  framesOf,
  joined,
  listRecordings,
  listSingleWords,
  mixed,
  quieter,
  readMusic,
  readRecording,
  silence,
} from './corpus.ts'
import type { Ears } from './heard-call.ts'

const noises = ['tt-monkeys', 'beep', 'ascending-2tone', 'beeperr', 'confbridge-leave']
const shortestMs = 300

interface Heard {
  speechMs: number
  totalMs: number
  utterances: number
}

/** Rows of a table: what was measured, the result and the goal. */
export async function benchDetection(ears: Ears): Promise<string[][]> {
  progress('noises')
  const music = (await readMusic()).slice(0, ears.recordings).map((piece) => hear(ears, piece.subarray(0, 60 * 8_000)))
  const others = await Promise.all(noises.map(async (name) => hear(ears, await readRecording(name))))
  const rows = [
    ['music detected as speech', shareOf(music), '1 %'],
    ['monkeys, beeps and tones detected as speech', shareOf(others), '1 %'],
  ]
  const recordings = (await peopleSpeaking()).slice(0, ears.recordings)
  for (const db of [0, 25]) {
    const volume = db === 0 ? 'as recorded' : `${db} dB quieter`
    progress(`recordings, ${volume}`)
    const heard = recordings.map((recording) =>
      hear(ears, joined([silence(600), quieter(recording, db), silence(600)])),
    )
    const missed = heard.filter(({ utterances }) => utterances === 0).length
    const splits = heard.reduce((sum, { utterances }) => sum + Math.max(0, utterances - 1), 0)
    rows.push([`recordings of a person that are missed, ${volume}`, `${missed} of ${recordings.length}`, '0'])
    // As recorded, many of them are pauses between sentences.
    rows.push([`splits of these recordings, ${volume}`, `${splits}`, db === 0 ? 'none' : '40'])
  }
  return rows
}

async function peopleSpeaking(): Promise<Int16Array[]> {
  const spoken = (await listRecordings()).filter(({ name }) => !noises.includes(name))
  const recordings = await Promise.all(spoken.map(({ name }) => readRecording(name)))
  return recordings.filter(({ length }) => length >= shortestMs * 8)
}

function shareOf(heard: readonly Heard[]): string {
  const speechMs = heard.reduce((sum, one) => sum + one.speechMs, 0)
  const totalMs = heard.reduce((sum, one) => sum + one.totalMs, 0)
  return `${((100 * speechMs) / totalMs).toFixed(1)} % of ${Math.round(totalMs / 1_000)} s`
}

function hear({ voiceActivity, speechVerifier }: Ears, samples: Int16Array): Heard {
  const detector = voiceActivity.open()
  const heard: Heard = { speechMs: 0, totalMs: 0, utterances: 0 }
  let startedMs: number | undefined
  const activity = createActivity({
    isSpeech: detector.isSpeech,
    verify: speechVerifier.open,
    isEcho: () => false,
    started(atMs) {
      startedMs = atMs
      heard.utterances++
    },
    continued() {},
    ended(atMs) {
      heard.speechMs += atMs - startedMs!
      startedMs = undefined
    },
  })
  for (const frame of framesOf(samples)) {
    heard.totalMs += 20
    activity.frame(frame, heard.totalMs)
  }
  if (startedMs !== undefined) heard.speechMs += heard.totalMs - startedMs
  activity.close()
  detector.close()
  return heard
}

type Change = (samples: Int16Array) => Int16Array
type Condition = readonly [name: string, goal: string, change: Change]

/** Rows of a table: what was measured, the result and the goal. */
export async function benchWords(ears: Ears): Promise<string[][]> {
  return [...(await wholeUtterances(ears)), ...(await singleWords(ears))]
}

async function wholeUtterances({ moonshine, recordings }: Ears): Promise<string[][]> {
  const music = joined(await readMusic()).subarray(60 * 8_000)
  const spoken = (await listRecordings())
    .filter(({ text }) => /^[A-Z]/.test(text) && text.split(' ').length >= 4 && !/[[(0-9]/.test(text))
    .slice(0, recordings)
  const conditions: readonly Condition[] = [
    ['as recorded', '2.6 %', (samples) => samples],
    ['30 dB quieter', '3.5 %', (samples) => quieter(samples, 30)],
    ['with 3 % of the packets lost', '3.6 %', withoutPackets],
    ['over SIP', '2.6 %', (samples) => overSip(samples, 0)],
    ['over SIP with 5 % of the packets lost', '+1.5 points', (samples) => overSip(samples, 5)],
    ['with white noise at 15 dB', '8 %', (samples) => mixed(samples, below(samples, whiteNoise(samples.length), 15))],
    ['with music at 10 dB', '8 %', (samples) => mixed(samples, below(samples, music.subarray(0, samples.length), 10))],
  ]
  const rows: string[][] = []
  for (const [name, goal, change] of conditions) {
    progress(`words, ${name}`)
    let errors = 0
    let words = 0
    for (const { name: recording, text } of spoken) {
      const heard = await moonshine.recognize(encodeMulaw(change(await readRecording(recording))))
      const said = wordsOf(text)
      errors += wordErrors(said, wordsOf(heard))
      words += said.length
    }
    rows.push([`words that are wrong, ${name}`, `${((100 * errors) / words).toFixed(1)} % of ${words}`, goal])
  }
  return rows
}

async function singleWords({ moonshine, recordings }: Ears): Promise<string[][]> {
  const spoken = (await listSingleWords()).slice(0, recordings)
  const conditions: readonly Condition[] = [
    ['as recorded', '83 % at least', (samples) => samples],
    ['20 dB quieter', '78 % at least', (samples) => quieter(samples, 20)],
  ]
  const rows: string[][] = []
  for (const [name, goal, change] of conditions) {
    progress(`single words, ${name}`)
    let right = 0
    for (const { name: recording, text } of spoken) {
      const heard = await moonshine.recognize(encodeMulaw(change(await readRecording(recording))))
      if (wordErrors(wordsOf(text), wordsOf(heard)) === 0) right++
    }
    const share = ((100 * right) / spoken.length).toFixed(0)
    rows.push([`single words that are right, ${name}`, `${share} % of ${spoken.length}`, goal])
  }
  return rows
}

/** Always the same. */
function whiteNoise(length: number): Int16Array {
  let state = 1
  return new Int16Array(length).map(() => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return (state / 2 ** 31 - 0.5) * 20_000
  })
}

/** Whether the packet is lost, always the same ones. */
const isLost = (packet: number, percent: number): boolean => (packet * 7_919) % 100 < percent

/** Loses 20 ms here and there. */
function withoutPackets(samples: Int16Array): Int16Array {
  const rest = samples.slice()
  for (let packet = 0; packet * 160 < rest.length; packet++)
    if (isLost(packet, 3)) rest.fill(0, packet * 160, packet * 160 + 160)
  return rest
}

/** Through the jitter buffer, which conceals what is lost. */
function overSip(samples: Int16Array, percent: number): Int16Array {
  const receiver = createReceiver()
  const heard: Uint8Array[] = []
  const frames = [...framesOf(samples), ...framesOf(silence(100))]
  for (const [sequence, bytes] of frames.entries()) {
    const timestamp = 160 * sequence
    const packet = { payloadType: 0, hasMarker: sequence === 0, sequence, timestamp, ssrc: 1, start: 0, end: 160 }
    if (!isLost(sequence, percent)) receiver.takeAudio(packet, bytes, 'PCMU', 20 * sequence)
    heard.push(receiver.nextFrame(20 * sequence + 10).slice())
  }
  return joined(heard.map((frame) => decodeMulaw(frame)))
}
