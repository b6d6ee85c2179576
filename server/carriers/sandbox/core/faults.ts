// What goes wrong on purpose: scripted call by call, or at random with a seed.
import { createDice } from './dice.ts'

export type FaultName =
  // the answer of the API
  | 'too-many-requests'
  | 'refuse'
  | 'error-before-accept'
  | 'error-after-accept'
  | 'lost-request'
  | 'lost-reply'
  | 'slow-answer'
  // the way of the message
  | 'fail'
  | 'never-sent'
  | 'never-delivered'
  | 'never-read'
  | 'read-without-delivered'
  | 'failed-after-sent'
  | 'failed-after-delivered'
  // the callbacks
  | 'callback-before-answer'
  | 'reverse-callbacks'
  | 'double-callbacks'
  | 'drop-callbacks'
  | 'delay-callbacks'
  | 'no-event-type'
  | 'unknown-field'
  // the world beside the message
  | 'sender-offline'
  | 'template-paused'
  | 'category-changed'

export interface Fault {
  fault: FaultName
  /** The carrier's error number, for `refuse`, `fail` and `failed-…`. */
  code?: number
  /** For `slow-answer` and `delay-callbacks`. */
  delayMs?: number
}

/** The faults of one call. `on` is `message` (sending one, the default), `any`, or a part of `METHOD /path`. */
export interface ScriptedCall {
  faults: Fault[]
  on?: string
  /** So many calls in a row; default 1. */
  times?: number
}

/** Each a chance from 0 to 1. */
export interface RandomFaults {
  /** The same seed and the same requests give the same faults. */
  seed?: number
  tooManyRequests?: number
  errorBeforeAccept?: number
  errorAfterAccept?: number
  lostRequest?: number
  lostReply?: number
  callbackBeforeAnswer?: number
  /** A message's callbacks come backwards. */
  reorder?: number
  /** A single callback comes twice, never, or late by `delayMs` (default 1,000). */
  duplicateCallback?: number
  drop?: number
  delay?: number
  delayMs?: number
}

export interface FaultDesk {
  script(...calls: (Fault | FaultName | ScriptedCall)[]): void
  /** The faults of this request; those that were scripted are used up. */
  take(request: { method: string; path: string; createsMessage: boolean }): Fault[]
  /** What happens to one callback. */
  takeForCallback(): { copies: number; delayMs: number }
  pending(): ScriptedCall[]
  clear(): void
}

const randomCallFaults = {
  tooManyRequests: 'too-many-requests',
  errorBeforeAccept: 'error-before-accept',
  errorAfterAccept: 'error-after-accept',
  lostRequest: 'lost-request',
  lostReply: 'lost-reply',
  callbackBeforeAnswer: 'callback-before-answer',
  reorder: 'reverse-callbacks',
} as const satisfies Partial<Record<keyof RandomFaults, FaultName>>

export function createFaultDesk(chances: () => RandomFaults): FaultDesk {
  let scripted: Required<ScriptedCall>[] = []
  let dice = createDice(chances().seed ?? 1)
  let seed = chances().seed

  function roll(chance: number | undefined): boolean {
    if (!chance) return false
    if (chances().seed !== seed) {
      seed = chances().seed
      dice = createDice(seed ?? 1)
    }
    return dice() < chance
  }

  return {
    script(...calls) {
      for (const call of calls) {
        const { faults, on = 'message', times = 1 } = asCall(call)
        scripted.push({ faults, on, times })
      }
    },
    take(request) {
      const due = scripted.find(({ on }) => matches(on, request))
      if (due && --due.times <= 0) scripted = scripted.filter((one) => one !== due)
      const faults = due ? [...due.faults] : []
      if (!request.createsMessage) return faults
      for (const [chance, fault] of Object.entries(randomCallFaults)) {
        if (roll(chances()[chance as keyof typeof randomCallFaults])) faults.push({ fault })
      }
      return faults
    },
    takeForCallback() {
      const { drop, duplicateCallback, delay, delayMs = 1_000 } = chances()
      if (roll(drop)) return { copies: 0, delayMs: 0 }
      return { copies: roll(duplicateCallback) ? 2 : 1, delayMs: roll(delay) ? delayMs : 0 }
    },
    pending: () => scripted,
    clear() {
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

function matches(on: string, { method, path, createsMessage }: Parameters<FaultDesk['take']>[0]): boolean {
  if (on === 'any') return true
  return on === 'message' ? createsMessage : `${method} ${path}`.includes(on)
}
