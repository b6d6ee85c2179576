// Measures how the assistant takes turns with a person: who waits for whom, and what stops the assistant.

import {
  addInteractions,
  type Interaction,
  measureInteraction,
  ratesOf,
  type UtteranceKind,
} from '#server/voice/interaction/measure-interaction.ts'
import { secondsRange } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { readUtterances } from './corpus.ts'
import { type Ears, type HeardCall, holdHeardCall } from './heard-call.ts'
import { backchannels, commands, coughs, turnedAway } from './side-sounds.ts'

const answer =
  'We are open from nine to five on all weekdays, and until noon on Saturdays and Sundays, except on holidays.'
const greeting = 'Hello, this is Ada.'
const eventsPerCall = 6
/** The assistant has spoken for this long when something happens. */
const overlapMs = 1_500
const interruptionCount = 30
const asideCount = 12
/** Speech that ends this close to a command to discard audio was cut by it. */
const cutWithinMs = 25

/** The offline recognizer on one core that has nothing else to do. */
const recognitionMs = (audioMs: number): number => 20 + 0.05 * audioMs

interface Event {
  kind: UtteranceKind
  audio: Int16Array
}

interface Overlaps {
  interaction: Interaction
  /** From the beginning of an interruption. */
  quieterMs: number[]
  stoppedMs: number[]
}

/** Rows of a table: what was measured, the result and the goal. */
export async function benchOverlaps(ears: Ears): Promise<string[][]> {
  const spoken = await readUtterances()
  const said = (from: number, count: number): Int16Array[] =>
    Array.from({ length: count }, (_, index) => spoken[(from + index) % spoken.length]!)
  const asides = said(interruptionCount, Math.min(asideCount, ears.recordings))
  const of = (kind: UtteranceKind, audios: readonly Int16Array[]) => holdCalls(ears, kind, audios, spoken)
  const interruptions = await of('speech', said(0, Math.min(interruptionCount, ears.recordings)))
  const attention = await of(
    'backchannel',
    (await backchannels()).slice(0, ears.recordings).map(([, audio]) => audio),
  )
  const commanded = await of('speech', await commands(ears.recordings))
  const sounds = await of('sound', coughs().slice(0, ears.recordings))
  const away = await of('aside', asides.map(turnedAway))
  const all = [interruptions, attention, sounds, away]
  const sums = addInteractions(all.map(({ interaction }) => interaction))
  const rates = ratesOf(sums)
  return [
    ['response, mean', seconds(rates.meanResponseMs), '1.2 s at most'],
    ['turns that are answered', `${sums.answered} of ${sums.turns}`, '0.97'],
    ['silence after an interruption, mean', seconds(rates.meanYieldMs), '0.45 s at most'],
    ['interruptions that stop the assistant', `${sums.yielded} of ${sums.interruptions}`, '0.97'],
    ['interruption → quieter, p50 / p95', secondsRange(interruptions.quieterMs), '0.25 s p95'],
    ['interruption → silent, p50 / p95', secondsRange(interruptions.stoppedMs), ''],
    ['command → silent, p50 / p95', secondsRange(commanded.stoppedMs), '0.45 s p95'],
    ['assistant interrupts, per turn', share(rates.cutInsPerTurn), '0.10 at most'],
    ['backchannels that do not stop it', `${sums.backchannelsIgnored} of ${sums.backchannels}`, ''],
    ['synthesized coughs that do not stop it', `${sums.soundsIgnored} of ${sums.sounds}`, ''],
    ['asides, turned away, that do not stop it', `${sums.asidesIgnored} of ${sums.asides}`, ''],
    ['selectivity', share(rates.selectivity), '0.70'],
  ]
}

/** In each call, the customer says something, and then the event happens while the assistant answers. */
async function holdCalls(
  ears: Ears,
  kind: UtteranceKind,
  audios: readonly Int16Array[],
  spoken: readonly Int16Array[],
): Promise<Overlaps> {
  const all: Overlaps[] = []
  for (let at = 0; at < audios.length; at += eventsPerCall) {
    progress(`${kind}, ${at} of ${audios.length}`)
    const script = audios.slice(at, at + eventsPerCall).flatMap((audio, index): Event[] => [
      { kind: 'speech', audio: spoken.at(-1 - at - index)! },
      { kind, audio },
    ])
    const call = await holdHeardCall({
      ...ears,
      utterances: script.map(({ audio }) => audio),
      overlapMs: (index) => (index % 2 === 1 ? overlapMs : undefined),
      answer,
      recognitionMs,
      limitMs: script.length * 20_000,
      settings: { greeting, maxDurationMs: 3_600_000 },
    })
    all.push(measure(call, script))
  }
  return {
    interaction: addInteractions(all.map(({ interaction }) => interaction)),
    quieterMs: all.flatMap(({ quieterMs }) => quieterMs),
    stoppedMs: all.flatMap(({ stoppedMs }) => stoppedMs),
  }
}

function measure({ said, heard, clearedMs, quieterMs, endedMs }: HeardCall, script: readonly Event[]): Overlaps {
  const overlaps = said.filter((_, index) => index % 2 === 1)
  const customer = said.map((span, index) => ({ ...span, kind: script[index]!.kind }))
  const assistant = heard.map(({ fromMs, toMs }) => {
    return { fromMs, toMs, isCut: clearedMs.some((atMs) => Math.abs(atMs - toMs) <= cutWithinMs) }
  })
  const firstAfter = (times: readonly number[]): number[] =>
    overlaps.flatMap(({ fromMs, toMs }) => {
      const atMs = times.find((time) => time >= fromMs && time < toMs + 1_000)
      return atMs === undefined ? [] : [atMs - fromMs]
    })
  return {
    interaction: measureInteraction({ customer, assistant, endMs: endedMs }),
    quieterMs: firstAfter(quieterMs),
    stoppedMs: firstAfter(assistant.filter(({ isCut }) => isCut).map(({ toMs }) => toMs)),
  }
}

const seconds = (ms: number | null): string => (ms === null ? '–' : `${(ms / 1_000).toFixed(2)} s`)
const share = (rate: number | null): string => rate?.toFixed(2) ?? '–'
