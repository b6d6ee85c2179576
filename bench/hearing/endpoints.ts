// The public yardstick of the end of a turn: how often a fixed silence cuts a person off, in several languages.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createActivity } from '#server/voice/engine/activity.ts'
import { percentile } from '../shared/load.ts'
import { print } from '../shared/report.ts'
import { framesOf, joined, readAudio, silence, soundsFolder } from './corpus.ts'
import type { Ears } from './heard-call.ts'

const languages = { en: 'English', es: 'Spanish', fr: 'French', it: 'Italian', ru: 'Russian' } as const
/** A recording of a whole sentence or more is at least this long. */
const shortestMs = 2_500
const waitsMs = [300, 600]
const allowedShare = 0.05

/** Rows of a table: what was measured, the result and the goal. */
export async function benchEndpoints(ears: Pick<Ears, 'voiceActivity' | 'speechVerifier' | 'recordings'>) {
  const rows: string[][] = []
  const missing: string[] = []
  for (const [language, name] of Object.entries(languages)) {
    const prompts = (await readPrompts(language)).slice(0, ears.recordings)
    if (prompts.length === 0) {
      missing.push(`asterisk-core-sounds-${language}-wav`)
      continue
    }
    const pauses = prompts.map((prompt) => longestPauseMs(ears, prompt))
    for (const waitMs of waitsMs) {
      const cut = pauses.filter((pauseMs) => pauseMs >= waitMs).length
      rows.push([`${name}: cut off after ${waitMs} ms of silence`, `${cut} of ${prompts.length}`, ''])
    }
    const waitMs = percentile(pauses, 1 - allowedShare) + 20
    rows.push([`${name}: silence that cuts off ${allowedShare * 100} %`, `${waitMs} ms`, ''])
  }
  if (missing.length > 0) print(`Not measured, because these Debian packages are missing: ${missing.join(', ')}.`)
  return rows
}

/** 8 kHz, one channel. */
async function readPrompts(language: string): Promise<Int16Array[]> {
  const folders = existsSync(soundsFolder) ? await readdir(soundsFolder) : []
  const folder = folders.toSorted().find((name) => name.startsWith(`${language}_`) && name.includes('_', 3))
  if (folder === undefined) return []
  const names = (await readdir(`${soundsFolder}/${folder}`)).filter((name) => name.endsWith('.wav')).toSorted()
  const prompts = await Promise.all(names.map((name) => readAudio(`${soundsFolder}/${folder}/${name}`)))
  return prompts.filter(({ length }) => length >= shortestMs * 8)
}

/** Between two sounds that the detection takes for speech. */
function longestPauseMs(
  { voiceActivity, speechVerifier }: Pick<Ears, 'voiceActivity' | 'speechVerifier'>,
  samples: Int16Array,
) {
  const detector = voiceActivity.open()
  let atMs = 0
  let endedMs: number | undefined
  let longestMs = 0
  const activity = createActivity({
    isSpeech: detector.isSpeech,
    verify: speechVerifier.open,
    isEcho: () => false,
    started(startedMs) {
      if (endedMs !== undefined) longestMs = Math.max(longestMs, startedMs - endedMs)
    },
    continued() {},
    ended(ms) {
      endedMs = ms
    },
  })
  for (const frame of framesOf(joined([silence(600), samples, silence(600)]))) {
    atMs += 20
    activity.frame(frame, atMs)
  }
  activity.close()
  detector.close()
  return longestMs
}
