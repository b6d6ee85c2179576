// Injects faults: scripted for single requests, or at random with a seed.
export const faultNames = [
  // API responses
  'too-many-requests',
  'refuse',
  'error-before-accept',
  'error-after-accept',
  'lost-request',
  'lost-reply',
  'slow-answer',
  // the message's progress
  'fail',
  'never-sent',
  'never-delivered',
  'never-read',
  'read-without-delivered',
  'failed-after-sent',
  'failed-after-delivered',
  // status callbacks
  'callback-before-answer',
  'reverse-callbacks',
  'double-callbacks',
  'drop-callbacks',
  'delay-callbacks',
  'no-event-type',
  'unknown-field',
  // side effects on senders and templates
  'sender-offline',
  'template-paused',
  'category-changed',
] as const

export type FaultName = (typeof faultNames)[number]

export interface Fault {
  fault: FaultName
  /** Twilio's error code, for `refuse`, `fail` and `failed-…`. */
  code?: number
  /** For `slow-answer` and `delay-callbacks`. */
  delayMs?: number
}

/** The faults of one request. `on` is `message` (default: requests that create one), `call`, `any`, or a part of `METHOD /path`. */
export interface ScriptedCall {
  faults: Fault[]
  on?: string
  /** The number of requests that it applies to; default 1. */
  times?: number
}

/** The probability of each fault, from 0 to 1. */
export interface RandomFaults extends Partial<Record<keyof typeof randomRequestFaults, number>> {
  /** The same seed and the same requests produce the same faults. */
  seed?: number
  /** Sends a callback twice, never, or `delayMs` (default 1,000) late. */
  duplicateCallback?: number
  drop?: number
  delay?: number
  delayMs?: number
}

/** What a request creates, if that is a message or a call. */
export type Creates = 'message' | 'call' | undefined

type RequestToFault = { method: string; path: string; creates: Creates }

export type FaultInjector = ReturnType<typeof createFaultInjector>

const randomRequestFaults = {
  tooManyRequests: 'too-many-requests',
  errorBeforeAccept: 'error-before-accept',
  errorAfterAccept: 'error-after-accept',
  lostRequest: 'lost-request',
  lostReply: 'lost-reply',
  callbackBeforeAnswer: 'callback-before-answer',
  reorder: 'reverse-callbacks',
} as const satisfies Record<string, FaultName>

export function createFaultInjector(probabilities: () => RandomFaults) {
  let scripted: Required<ScriptedCall>[] = []
  let random = createSeededRandom(probabilities().seed ?? 1)
  let seed = probabilities().seed

  function occurs(probability: number | undefined): boolean {
    if (!probability) return false
    if (probabilities().seed !== seed) {
      seed = probabilities().seed
      random = createSeededRandom(seed ?? 1)
    }
    return random() < probability
  }

  return {
    script(...calls: (Fault | FaultName | ScriptedCall)[]): void {
      for (const call of calls) {
        const { faults, on = 'message', times = 1 } = asCall(call)
        scripted.push({ faults, on, times })
      }
    },
    /** The faults of this request; consumes scripted ones. */
    take(request: RequestToFault): Fault[] {
      const due = scripted.find(({ on }) => matches(on, request))
      if (due && --due.times <= 0) scripted = scripted.filter((call) => call !== due)
      const faults = due ? [...due.faults] : []
      if (!request.creates) return faults
      for (const [name, fault] of Object.entries(randomRequestFaults)) {
        if (occurs(probabilities()[name as keyof typeof randomRequestFaults])) faults.push({ fault })
      }
      return faults
    },
    /** The faults of one callback. */
    takeForCallback(): { copies: number; delayMs: number } {
      const { drop, duplicateCallback, delay, delayMs = 1_000 } = probabilities()
      if (occurs(drop)) return { copies: 0, delayMs: 0 }
      return { copies: occurs(duplicateCallback) ? 2 : 1, delayMs: occurs(delay) ? delayMs : 0 }
    },
    pending: (): ScriptedCall[] => scripted,
    clear(): void {
      scripted = []
    },
  }
}

export function findFault(faults: readonly Fault[], ...names: FaultName[]): Fault | undefined {
  return faults.find(({ fault }) => names.includes(fault))
}

function asCall(call: Fault | FaultName | ScriptedCall): ScriptedCall {
  if (typeof call === 'string') return { faults: [{ fault: call }] }
  return 'faults' in call ? call : { faults: [call] }
}

function matches(on: string, { method, path, creates }: RequestToFault): boolean {
  if (on === 'any') return true
  return on === 'message' || on === 'call' ? creates === on : `${method} ${path}`.includes(on)
}

/** A seeded random number generator (mulberry32): numbers from 0 to 1, the same for the same seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
