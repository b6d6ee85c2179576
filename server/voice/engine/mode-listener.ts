// Turns what a mode reports into events of the call, until the call has ended.
import type { Emit, ModeEvent } from './call-events.ts'
import type { ModeListener } from './mode.ts'

export function createModeListener(emit: Emit, isEnded: () => boolean): ModeListener {
  const report = (event: ModeEvent): void => {
    if (!isEnded()) emit(event)
  }
  return {
    interim: (text) => report({ type: 'interim', text }),
    final: (text) => report({ type: 'final', text }),
    finalized: () => report({ type: 'finalized' }),
    turnEnded: () => report({ type: 'turn_ended' }),
    searched: (generation, search) => report({ type: 'searched', generation, search }),
    firstOutput: (generation) => report({ type: 'first_output', generation }),
    segmentStarted: (generation, segment, text) => report({ type: 'segment_opened', generation, segment, text }),
    segmentText: (generation, segment, delta) => report({ type: 'segment_text', generation, segment, delta }),
    segmentAudio: (generation, segment, audio) => report({ type: 'segment_audio', generation, segment, audio }),
    segmentAligned: (generation, segment, alignment) =>
      report({ type: 'segment_aligned', generation, segment, alignment }),
    segmentDone: (generation, segment) => report({ type: 'segment_done', generation, segment }),
    segmentFailed: (generation, segment, failure) => report({ type: 'segment_failed', generation, segment, failure }),
    segmentSkipped: (generation, segment) => report({ type: 'segment_skipped', generation, segment }),
    answered: (generation, round) => report({ type: 'answered', generation, round }),
    answerFailed: (generation, failure) => report({ type: 'answer_failed', generation, failure }),
    languageFollowed: (from, to) => report({ type: 'language_followed', from, to }),
    languageNoticed: (language) => report({ type: 'language_noticed', language }),
    fellBack: (from, to, code) => report({ type: 'fell_back', from, to, code }),
    recognitionFailed: (failure) => report({ type: 'recognition_failed', failure }),
  }
}
