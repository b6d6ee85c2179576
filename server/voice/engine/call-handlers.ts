// What follows from each event of a call.
import { answererOf } from '../words-and-sounds/answerer.ts'
import { measureHeard } from './answers/latency.ts'
import type { CallEvent, CallHandlers, ModeEvent } from './call-events.ts'
import type { CallParts } from './parts.ts'
import type { EndedReason } from './settings.ts'
import type { PlayoutEvent } from './speaking/events.ts'
import { bytesPerMs } from './speaking/segment.ts'

/** The synthesis has failed if this many segments in a row have no audio. */
const maxSilentSegments = 3
/** A recognizer reports words at most this late, the words of an echo sooner. */
const wordsLateMs = 2_500
const echoLateMs = 1_500

/** @param audibleAtMs When the customer last heard the assistant. */
export const createCallHandlers = (parts: CallParts, audibleAtMs: () => number): CallHandlers => ({
  ...playoutHandlers(parts),
  ...modeHandlers(parts, audibleAtMs),
  ...otherHandlers(parts),
})

function playoutHandlers(parts: CallParts): CallHandlers<PlayoutEvent> {
  const { rules, host, record, phase, playout, speech, answers, screening, turnTaking } = parts
  return {
    segment_started({ segment }) {
      speech.started(segment)
      const { generation } = segment
      answers.handle({ type: 'segment_started', generation, segment, isOfRound: speech.isOfRound(segment) })
    },
    segment_audible: ({ segment }) => measureHeard(segment, record),
    segment_finished: ({ segment }) => speech.finished(segment),
    segment_stalled: () => record.note('speech_stalled'),
    audio_scheduled({ audio, atMs, isContinued, segment }) {
      rules.played(audio, atMs)
      if (segment && segment.kind !== 'tones') record.assistantHeard(atMs, audio.length / bytesPerMs)
      host.recorder?.assistant(audio, atMs, isContinued)
    },
    audio_discarded({ atMs, bytes }) {
      rules.discarded(atMs)
      record.tracks.assistantCut(record.sinceStart(atMs))
      host.recorder?.discarded(bytes)
    },
    playout_drained() {
      answers.handle({ type: 'playout_drained' })
      if (phase.isOpen() && !playout.isActive()) screening?.drained()
      if (phase.isOpen() && !playout.isActive() && !answers.isBusy()) turnTaking.handle({ type: 'assistant_finished' })
    },
  }
}

function modeHandlers(parts: CallParts, audibleAtMs: () => number): CallHandlers<ModeEvent> {
  const { now, rules, record, phase, mode, speech, answers, turnTaking, activity, emit } = parts
  let silentSegments = 0

  /** The recognizer hears the assistant, not the customer. */
  const isEcho = (): boolean =>
    !mode.hearsAudio &&
    now() - audibleAtMs() < echoLateMs &&
    now() - activity.lastVoicedMs() > wordsLateMs &&
    !turnTaking.awaitsWords()

  function segmentEnded(generation: number, segment: number, code: string): void {
    if (speech.segmentDone(generation, segment)) return
    record.note('segment_without_audio', code)
    silentSegments++
    if (silentSegments >= maxSilentSegments) phase.end('synthesis_failed')
  }

  return {
    interim({ text }) {
      if (!isEcho()) turnTaking.handle({ type: 'interim_words', text })
    },
    final({ text }) {
      if (!isEcho()) turnTaking.handle({ type: 'final_words', text })
    },
    finalized: () => turnTaking.handle({ type: 'words_complete' }),
    turn_ended: turnTaking.handle,
    searched: answers.handle,
    first_output: answers.handle,
    segment_opened: ({ generation, segment, text }) => speech.segmentStarted(generation, segment, text),
    segment_text: ({ generation, segment, delta }) => speech.segmentText(generation, segment, delta),
    segment_audio({ generation, segment, audio }) {
      silentSegments = 0
      answers.handle({ type: 'audio_arrived', generation })
      speech.segmentAudio(generation, segment, audio)
    },
    segment_aligned: ({ generation, segment, alignment }) => speech.segmentAligned(generation, segment, alignment),
    segment_done: ({ generation, segment }) => segmentEnded(generation, segment, 'no_audio'),
    segment_failed({ generation, segment, failure }) {
      record.note('synthesis_failed', failure.code)
      segmentEnded(generation, segment, failure.code)
    },
    segment_skipped: ({ generation, segment }) => void speech.segmentDone(generation, segment),
    answered: answers.handle,
    answer_failed: ({ generation, failure: { code, message } }) =>
      answers.handle({ type: 'failed', generation, code, message }),
    language_followed: ({ from, to }) => record.note('language_followed', `${from} → ${to}`),
    language_noticed: ({ language }) => record.note('language_noticed', language),
    fell_back: ({ from, to, code }) => record.note('fell_back', `${from} → ${to}: ${code}`),
    recognition_failed({ failure }) {
      record.note('recognition_failed', failure.code)
      emit({ type: 'end_due', reason: 'recognition_failed', farewell: rules.phrases.apology })
    },
  }
}

type OtherEvent = Exclude<CallEvent, ModeEvent | PlayoutEvent>

function otherHandlers(parts: CallParts): CallHandlers<OtherEvent> {
  const { record, phase, playout, speech, mode, say, screening, opening, quiet, answers, turnTaking } = parts

  function stopSpeaking(): void {
    answers.handle({ type: 'cancel' })
    speech.interrupt()
  }

  return {
    speech_interrupted({ generation, segments }) {
      opening.interrupted(generation, segments)
      mode.interrupted(generation, segments)
    },
    keys_entered({ keys }) {
      if (!phase.isOpen()) return
      const text = `[The customer pressed ${[...keys].join(' ')} on the keypad.]`
      turnTaking.handle({ type: 'keys_pressed', text })
    },
    transfer_requested({ to }) {
      record.note('transfer_requested', to)
      answers.handle({ type: 'person_asked' })
    },
    answer_due({ instruction }) {
      if (opening.isOwed()) opening.resume({ isBeforeAnswer: true })
      answers.handle({ type: 'instruct', instruction })
    },
    silence_due: stopSpeaking,
    screening_over: turnTaking.handle,
    taken_over() {
      stopSpeaking()
      screening?.end()
      quiet.idle.pause()
      // What the customer has said while the assistant spoke is recorded.
      turnTaking.handle({ type: 'assistant_finished' })
    },
    end_due({ reason, farewell }) {
      if (!phase.isOpen()) return
      phase.handBack()
      record.note('closing', reason)
      if (farewell !== undefined) stopSpeaking()
      else answers.handle({ type: 'cancel' })
      turnTaking.handle({ type: 'call_closing' })
      playout.resume()
      if (farewell !== undefined) say(farewell)
      phase.close(reason)
      quiet.idle.pause()
      screening?.end()
    },
    ended({ reason }) {
      turnTaking.handle({ type: 'call_closing' })
      if (turnTaking.text() !== '') record.customerSaid({ text: turnTaking.text(), startedMs: parts.now() })
      stopSpeaking()
      endParts(parts)
      report(parts, reason)
    },
  }
}

function endParts({ screening, keypad, deadlines, turnTaking, activity, mode }: CallParts): void {
  screening?.end()
  keypad.close()
  deadlines.clearAll()
  turnTaking.close()
  activity.close()
  mode.close()
}

function report({ settings, host, record, screening }: CallParts, reason: EndedReason): void {
  if (reason !== 'handed_over') record.note('ended', reason)
  if (screening) record.verdict = screening.verdict()
  const answerer = answererOf(record.verdict, record.transcript, settings.language)
  host.ended({ reason, answeredBy: screening?.answeredBy() ?? 'human', answerer, record })
}
