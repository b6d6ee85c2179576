// How the engine hears people: recordings of a human speaker in calls in virtual time and in real time. `npm run bench -- hearing`.
import { loadavg } from 'node:os'
import { loadSpeechVerifier, loadVoiceActivity, openMoonshine } from '@parley/speech'
import { defineBench } from '../shared/bench.ts'
import { describeMachine, print, tableOf } from '../shared/report.ts'
import { corpusPackages, hasCorpus } from './corpus.ts'
import { benchEndpoints } from './endpoints.ts'
import { benchOverlaps } from './overlaps.ts'
import { benchRealCalls } from './real-calls.ts'
import { benchDetection, benchWords } from './recognition.ts'
import { benchVoices } from './voices.ts'
import { benchWaits } from './waits.ts'

const parts = [
  ['what counts as speech', benchDetection],
  ['what the recognizer understands', benchWords],
  ['what it understands of the offline voices', benchVoices],
  ['how long the customer waits', benchWaits],
  ['how both sides take turns', benchOverlaps],
  ['how long people pause in the middle of a turn', benchEndpoints],
] as const

export const bench = defineBench({
  about: 'calls that recordings of a human speaker answer',
  /** The most recordings of each kind, and which calls are made. */
  parameters: { recordings: 10_000, calls: ['virtual', 'real'] as readonly string[] },
  short: { recordings: 1 },
  async run({ recordings, calls, short }) {
    if (!hasCorpus()) {
      const packages = corpusPackages.join(', ')
      print(`The recordings are missing. To measure hearing, install these Debian packages: ${packages}.`)
      return
    }
    if (calls.includes('virtual')) await benchVirtualCalls(recordings)
    if (calls.includes('real')) await benchCallsInRealTime({ recordings, short })
  },
})

/** Words are recognized later on a busy machine, so its load belongs to the results. */
async function benchCallsInRealTime(options: Parameters<typeof benchRealCalls>[0]): Promise<void> {
  const before = load()
  const rows = await benchRealCalls(options)
  print(tableOf([`calls in real time, two at a time, load ${before} to ${load()}`, 'result', 'goal'], rows))
}

const load = (): string => loadavg()[0]!.toFixed(1)

async function benchVirtualCalls(recordings: number): Promise<void> {
  await using moonshine = openMoonshine()
  const voiceActivity = await loadVoiceActivity()
  const speechVerifier = await loadSpeechVerifier()
  const ears = { moonshine, voiceActivity, speechVerifier, recordings }
  print(describeMachine())
  for (const [name, measure] of parts) print(tableOf([name, 'result', 'goal'], await measure(ears)))
}
