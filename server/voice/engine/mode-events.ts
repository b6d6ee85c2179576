// Delivers the events of the mode to the parts of the engine, until the call has ended.
import type { TurnTaking } from '../turn-taking/turn-taking.ts'
import type { Replies } from './answers/replies.ts'
import type { CallRecord } from './call-record.ts'
import type { ModeListener } from './mode.ts'
import type { Speech } from './speaking/speech.ts'

/** The synthesis has failed if this many segments in a row have no audio. */
const maxSilentSegments = 3

export interface ModeEventsOptions {
  record: CallRecord
  /** The mode is created before the parts that its events reach. */
  parts(): { turnTaking: TurnTaking; replies: Replies; speech: Speech }
  isEnded(): boolean
  /** The recognizer hears the assistant, not the customer. */
  isEcho(): boolean
  recognitionFailed(): void
  synthesisFailed(): void
}

export function createModeEvents({ record, parts, isEnded, ...options }: ModeEventsOptions): ModeListener {
  let silentSegments = 0

  function segmentEnded(generation: number, segment: number, code: string): void {
    if (parts().speech.segmentDone(generation, segment)) return
    record.note('segment_without_audio', code)
    silentSegments++
    if (silentSegments >= maxSilentSegments) options.synthesisFailed()
  }

  const listener: ModeListener = {
    interim: (text) => {
      if (!options.isEcho()) parts().turnTaking.handle({ type: 'interim_words', text })
    },
    final: (text) => {
      if (!options.isEcho()) parts().turnTaking.handle({ type: 'final_words', text })
    },
    finalized: () => parts().turnTaking.handle({ type: 'words_complete' }),
    turnEnded: () => parts().turnTaking.handle({ type: 'turn_ended' }),
    searched: (generation, search) => parts().replies.searched(generation, search),
    firstOutput: (generation) => parts().replies.firstOutput(generation),
    segmentStarted: (generation, segment, text) => parts().speech.segmentStarted(generation, segment, text),
    segmentText: (generation, segment, delta) => parts().speech.segmentText(generation, segment, delta),
    segmentAudio: (generation, segment, audio) => {
      silentSegments = 0
      parts().replies.firstAudio(generation)
      parts().speech.segmentAudio(generation, segment, audio)
    },
    segmentAligned: (generation, segment, part) => parts().speech.segmentAligned(generation, segment, part),
    segmentDone: (generation, segment) => segmentEnded(generation, segment, 'no_audio'),
    segmentFailed: (generation, segment, { code }) => {
      record.note('synthesis_failed', code)
      segmentEnded(generation, segment, code)
    },
    segmentSkipped: (generation, segment) => void parts().speech.segmentDone(generation, segment),
    answered: (generation, round) => parts().replies.answered(generation, round),
    answerFailed: (generation, failure) => parts().replies.failed(generation, failure),
    languageFollowed: (from, to) => record.note('language_followed', `${from} → ${to}`),
    languageNoticed: (language) => record.note('language_noticed', language),
    fellBack: (from, to, code) => record.note('fell_back', `${from} → ${to}: ${code}`),
    recognitionFailed: ({ code }) => {
      record.note('recognition_failed', code)
      options.recognitionFailed()
    },
  }
  const guarded = Object.entries(listener).map(([name, handle]: [string, (...args: never[]) => void]) => [
    name,
    (...args: never[]) => {
      if (!isEnded()) handle(...args)
    },
  ])
  return Object.fromEntries(guarded)
}
