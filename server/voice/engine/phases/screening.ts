// The beginning of an outbound call: finds out whether a person has answered, and leaves a message on voicemail.
import type { Deadlines } from '../../clock.ts'
import type { AnswerEvent, AnswerVerdict } from '../../words-and-sounds/answering-machine.ts'
import type { Unreachable } from '../../words-and-sounds/languages/language.ts'
import type { Emit } from '../call-events.ts'
import type { CallRecord } from '../call-record.ts'
import type { CallSettings, MachineDetector } from '../settings.ts'

/** Until the verdict is settled, it is checked this often. */
const checkMs = 100
/** If the detection takes longer, the call is treated as answered by a person. */
const maxScreeningMs = 20_000
/** A machine whose greeting does not end gets the message anyway. */
const maxGreetingMs = 30_000
/** A message that is not over by then is cut. */
const maxMessageMs = 120_000
/** A beep this soon after the beginning of the message shows that it was said too early. */
const lateBeepMs = 5_000
/** An answer is delayed at most this long to find out whether it talks to a machine. */
const holdMs = 1_500

export interface ScreeningOptions {
  now(): number
  deadlines: Deadlines
  detector: MachineDetector
  settings: Pick<CallSettings, 'endOnVoicemail' | 'voicemailMessage'>
  record: Pick<CallRecord, 'note'>
  say(text: string): void
  emit: Emit
}

export function createScreening(options: ScreeningOptions) {
  const { now, deadlines, detector, record, say, emit } = options
  const { endOnVoicemail, voicemailMessage } = options.settings
  const startedMs = now()
  let state: 'listening' | 'waiting' | 'leaving' | 'talking' | 'over' = 'listening'
  let answeredBy: 'human' | 'machine' | 'unknown' = 'unknown'
  /** An answer need not wait any longer. */
  let isSettled = false
  /** The last settled one, which is in the timeline. */
  let verdict: AnswerVerdict['kind'] | undefined
  /** When the message began. */
  let leftAtMs = 0

  const hangUp = (reason: 'voicemail' | Unreachable): void => emit({ type: 'end_due', reason })

  function check(): void {
    if (state === 'listening') decide()
    else if (state !== 'over') correct()
    if (state === 'waiting') awaitGreeting()
    if (state === 'listening' || state === 'waiting') deadlines.set('screening', checkMs, check)
  }

  function decide(): void {
    const elapsedMs = now() - startedMs
    const { kind, settled } = detector.verdict(elapsedMs)
    if (!settled && elapsedMs < maxScreeningMs) return
    if (kind !== 'human' && kind !== 'ivr' && kind !== 'screening' && kind !== 'uncertain') {
      machineAnswered(kind)
      return
    }
    if (answeredBy !== 'human' && kind !== verdict) record.note('answered_by', kind)
    verdict = kind
    answeredBy = kind === 'human' || kind === 'screening' ? 'human' : 'unknown'
    // What sounds like a person can still turn out to be a mailbox.
    if (elapsedMs >= maxScreeningMs) state = 'over'
    isSettled = true
    release()
  }

  function machineAnswered(kind: 'voicemail' | 'fax' | Unreachable): void {
    record.note('answered_by', kind)
    verdict = kind
    answeredBy = 'machine'
    isSettled = true
    state = 'over'
    const isMailbox = kind === 'voicemail' || kind === 'fax'
    if (!isMailbox || endOnVoicemail || voicemailMessage !== undefined) {
      emit({ type: 'silence_due' })
      if (!isMailbox) hangUp(kind)
      else if (kind === 'fax' || voicemailMessage === undefined) hangUp('voicemail')
      else state = 'waiting'
    } else if (detector.isDoubtful()) state = 'talking'
    release()
  }

  function release(): void {
    if (!deadlines.has('hold-answer')) return
    deadlines.clear('hold-answer')
    emit({ type: 'screening_over' })
  }

  function awaitGreeting(): void {
    const elapsedMs = now() - startedMs
    if (!detector.verdict(elapsedMs).greetingEnded && elapsedMs < maxGreetingMs) return
    state = 'leaving'
    leftAtMs = now()
    deadlines.set('leaving', maxMessageMs, leave)
    say(voicemailMessage!)
  }

  /** The words of a menu or a screening service contradict the carrier, which took it for a mailbox. */
  function correct(): void {
    const elapsedMs = now() - startedMs
    const { kind } = detector.verdict(elapsedMs)
    if (state === 'talking' && elapsedMs >= maxGreetingMs) state = 'over'
    if (kind !== 'ivr' && kind !== 'screening') return
    if (state !== 'talking') emit({ type: 'silence_due' })
    deadlines.clear('leaving')
    state = 'listening'
    decide()
  }

  const isEarly = (): boolean => state === 'leaving' && now() - leftAtMs < lateBeepMs

  /** The other side goes on or beeps, so its greeting was not over. The message begins again after it. */
  function stopMessage(kind: AnswerEvent['kind']): void {
    if (state !== 'leaving' || now() - startedMs >= maxGreetingMs) return
    if (kind === 'toneStart' ? !isEarly() : kind !== 'speechStart' || !detector.isDoubtful()) return
    emit({ type: 'silence_due' })
    deadlines.clear('leaving')
    state = 'waiting'
  }

  function leave(): void {
    deadlines.clear('leaving')
    if (state === 'leaving') hangUp('voicemail')
  }

  deadlines.set('screening', checkMs, check)

  return {
    heard(event: AnswerEvent): void {
      if (state === 'over') return
      detector.heard({ ...event, atMs: Math.max(0, event.atMs - startedMs) })
      stopMessage(event.kind)
      check()
    },
    /** Everything that was said was heard. */
    drained: leave,
    carrierSays(by: 'human' | 'machine' | 'fax' | 'unknown', greetingEnded: boolean): void {
      if (state === 'over' || state === 'leaving') return
      detector.carrierSays(by, greetingEnded, now() - startedMs)
      check()
    },
    /** Whether events still matter. */
    isListening: () => state === 'listening' || state === 'waiting' || isEarly(),
    /** Whether the assistant must not speak, except for its message. */
    isMachine() {
      return (
        state === 'waiting' || state === 'leaving' || (state === 'over' && answeredBy === 'machine' && endOnVoicemail)
      )
    },
    answeredBy: () => answeredBy,
    /** Undefined until a verdict is settled. */
    verdict: () => verdict,
    /** Whether it is not known yet who has answered. */
    isUndecided: () => !isSettled,
    /** An answer waits until it is clear that no machine has answered, or for a short time. */
    hold: (): void => deadlines.set('hold-answer', holdMs, () => emit({ type: 'screening_over' })),
    end(): void {
      state = 'over'
      deadlines.clear('screening')
      deadlines.clear('hold-answer')
      deadlines.clear('leaving')
    },
  }
}
