// Stores the calls of the account, and defines what a call is.
import type { RecordingOptions } from './call-recordings.ts'
import type { Fault } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Scheduler } from './scheduler.ts'
import { newSid } from './sids.ts'

export type CallStatus =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'canceled'

/** The value of `CallStatus` in callbacks; `initiated` never appears in the resource. */
export type CallEvent = 'initiated' | 'ringing' | 'answered' | 'completed'

export type HttpMethod = 'GET' | 'POST'

export interface CallCallback {
  url: string
  method: HttpMethod
  events: CallEvent[]
}

/** Where the TwiML of the call comes from. */
export type Instructions =
  | { twiml: string }
  | { url: string; method: HttpMethod; fallbackUrl: string | null; fallbackMethod: HttpMethod }

export interface MachineDetectionOptions {
  mode: 'Enable' | 'DetectMessageEnd'
  timeoutMs: number
  /** The URL of the asynchronous result; null if the TwiML waits for the result. */
  callbackUrl: string | null
}

/** What one side said. */
export interface Caption {
  /** Since the answer. */
  atMs: number
  speaker: 'phone' | 'application'
  text: string
}

export interface Call {
  sid: string
  parentSid: string | null
  direction: 'inbound' | 'outbound-api' | 'outbound-dial'
  /** E.164. */
  from: string
  to: string
  status: CallStatus
  /** As the API shows it, such as `machine_end_beep`. */
  answeredBy: string | null
  createdAtMs: number
  updatedAtMs: number
  /** When the other number was dialled. */
  startedAtMs: number | null
  answeredAtMs: number | null
  endedAtMs: number | null
  sipCode: number | null
  instructions: Instructions
  ringingSeconds: number
  maxSeconds: number
  /** Keys that are pressed after the answer; `w` waits half a second. */
  sendDigits: string
  callback: CallCallback | null
  /** The sequence number of the next callback. */
  sequence: number
  machineDetection: MachineDetectionOptions | null
  /** How the call is recorded from its answer on; null if it is not. */
  recording: RecordingOptions | null
  faults: Fault[]
  captions: Caption[]
  /** The keys that the application pressed. */
  keysHeard: string
}

export type CallStore = ReturnType<typeof createCallStore>

export function createCallStore(
  journal: Journal,
  publish: (event: { type: 'call'; call: Call }) => void,
  remembered: () => number,
) {
  const calls = new Map<string, Call>(journal.entries.get('call') as Map<string, Call> | undefined)

  function remove({ sid }: Call): void {
    if (calls.delete(sid)) journal.delete('call', sid)
  }

  const store = {
    get: (sid: string): Call | undefined => calls.get(sid),
    /** Oldest first. */
    list: (): Call[] => [...calls.values()],
    save(call: Call): void {
      calls.set(call.sid, call)
      // A live call is never removed.
      const oldest = calls.values().next().value!
      if (calls.size > remembered() && isOver(oldest)) remove(oldest)
      journal.put('call', call.sid, call)
      publish({ type: 'call', call })
    },
    remove,
    clear(): void {
      for (const call of [...calls.values()]) remove(call)
    },
    /** Moves times after `nowMs`, from when the clock was ahead, to `nowMs`. */
    clampTimes(nowMs: number): void {
      for (const call of calls.values()) {
        const before = (atMs: number | null) => (atMs === null ? null : Math.min(atMs, nowMs))
        call.createdAtMs = Math.min(call.createdAtMs, nowMs)
        call.updatedAtMs = Math.min(call.updatedAtMs, nowMs)
        call.startedAtMs = before(call.startedAtMs)
        call.answeredAtMs = before(call.answeredAtMs)
        call.endedAtMs = before(call.endedAtMs)
        journal.put('call', call.sid, call)
      }
    },
  }
  return store
}

export function isOver({ status }: Pick<Call, 'status'>): boolean {
  return status !== 'queued' && status !== 'ringing' && status !== 'in-progress'
}

/** Null before the end; 0 if the call was not answered. */
export function durationSeconds({ answeredAtMs, endedAtMs }: Call): number | null {
  if (endedAtMs === null) return null
  return answeredAtMs === null ? 0 : Math.max(1, Math.round((endedAtMs - answeredAtMs) / 1_000))
}

interface CallDraft extends Partial<Call> {
  direction: Call['direction']
  from: string
  to: string
  instructions: Instructions
}

export function newCall({ scheduler }: { scheduler: Scheduler }, draft: CallDraft): Call {
  const nowMs = scheduler.nowMs()
  return {
    sid: newSid('CA'),
    parentSid: null,
    status: 'queued',
    answeredBy: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    startedAtMs: null,
    answeredAtMs: null,
    endedAtMs: null,
    sipCode: null,
    ringingSeconds: 60,
    maxSeconds: 14_400,
    sendDigits: '',
    callback: null,
    sequence: 0,
    machineDetection: null,
    recording: null,
    faults: [],
    captions: [],
    keysHeard: '',
    ...draft,
  }
}
