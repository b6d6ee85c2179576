// What the engine itself says or plays: phrases, fillers, and the tones of keys. Numbers all generations of a call.
import type { CallRecord } from './call-record.ts'
import type { Mode } from './mode.ts'
import type { Speech } from './speech.ts'

export interface OwnSpeechOptions {
  record: CallRecord
  speech: Speech
  mode: Mode
  tonesOf(keys: string): Uint8Array
}

export function createOwnSpeech({ record, speech, mode, tonesOf }: OwnSpeechOptions) {
  let generation = 0
  const nextGeneration = (): number => ++generation

  return {
    nextGeneration,
    say(text: string, kind: 'phrase' | 'filler' = 'phrase'): void {
      const id = nextGeneration()
      speech.open(id, kind)
      speech.segmentStarted(id, 0, text)
      speech.complete(id)
      mode.say(id, 0, text)
    },
    press(keys: string): void {
      const id = nextGeneration()
      speech.open(id, 'tones')
      speech.segmentStarted(id, 0, '')
      speech.segmentAudio(id, 0, tonesOf(keys))
      speech.segmentDone(id, 0)
      speech.complete(id)
      record.note('pressed', keys)
    },
  }
}
