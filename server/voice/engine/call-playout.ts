// The playout of one call: what it reports goes to the speech, the answers, the record, the rules and the recorder.

import type { Replies } from './answers/replies.ts'
import { measureHeard } from './answers/reply.ts'
import type { CallRecord } from './call-record.ts'
import type { CallHost, CallRules } from './settings.ts'
import { createPlayout, type Playout } from './speaking/playout.ts'
import { bytesPerMs } from './speaking/segment.ts'
import type { Speech } from './speaking/speech.ts'

export interface CallPlayoutOptions {
  host: CallHost
  rules: CallRules
  record: CallRecord
  now(): number
  /** They are created after the playout. */
  parts(): { speech: Speech; replies: Replies }
  drained(): void
}

export function createCallPlayout({ host, rules, record, now, parts, drained }: CallPlayoutOptions): Playout {
  return createPlayout({
    line: host.line,
    now,
    changeVolume: host.changeVolume,
    background: host.background,
    started: (segment) => {
      const { speech, replies } = parts()
      speech.started(segment)
      replies.started(segment, speech.isOfRound(segment))
    },
    audible: (segment) => measureHeard(segment, record),
    finished: (segment) => parts().speech.finished(segment),
    scheduled: (audio, { atMs, isContinued, segment }) => {
      rules.played(audio, atMs)
      if (segment && segment.kind !== 'tones') record.assistantHeard(atMs, audio.length / bytesPerMs)
      host.recorder?.assistant(audio, atMs, isContinued)
    },
    discarded: (atMs, bytes) => {
      rules.discarded(atMs)
      record.tracks.assistantCut(record.sinceStart(atMs))
      host.recorder?.discarded(bytes)
    },
    drained,
    stalled: () => record.note('speech_stalled'),
  })
}
