// Measures what counts as speech: noises must not, and no recording of a person may be missed or split.
import { createActivity } from '#server/voice/engine/activity.ts'
import { progress } from '../shared/progress.ts'
import { framesOf, joined, listRecordings, quieter, readMusic, readRecording, silence } from './corpus.ts'
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
  const music = (await readMusic()).map((piece) => hear(ears, piece.subarray(0, 60 * 8_000)))
  const others = await Promise.all(noises.map(async (name) => hear(ears, await readRecording(name))))
  const rows = [
    ['music detected as speech', shareOf(music), '1 %'],
    ['monkeys, beeps and tones detected as speech', shareOf(others), '1 %'],
  ]
  const recordings = await peopleSpeaking()
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
