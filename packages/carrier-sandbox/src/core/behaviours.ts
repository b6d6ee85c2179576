// Magic numbers: numbers that end in 99 and five digits fail or behave as the digits say.
import { numberOf } from './addresses.ts'
import { errorCodes } from './error-codes-data.ts'
import type { Fault, FaultName } from './faults.ts'

export interface Behaviour {
  /** A description for readers. */
  does: string
  /** An error code, reported in the API response or by callback as Twilio does. */
  code?: number
  faults?: Fault[]
  /** The customer's reply to every message. */
  reply?: string
}

const callbackDelayMs = 60_000
const withFaults = (does: string, ...names: (FaultName | Fault)[]): Behaviour => ({
  does,
  faults: names.map((name) => (typeof name === 'string' ? { fault: name } : name)),
})

/** Keyed by the five digits after 99. Every code of `error-codes-data.ts` works there too: `…9963016`. */
export const numberBehaviours: Readonly<Record<string, Behaviour>> = {
  '00001': withFaults('never sent, stays queued', 'never-sent'),
  '00002': withFaults('sent, never delivered', 'never-delivered'),
  '00003': withFaults('delivered, never read (receipts are off)', 'never-read'),
  '00004': withFaults('read without a delivered callback', 'read-without-delivered'),
  '00005': withFaults('sent, then failed (63012)', { fault: 'failed-after-sent', code: 63012 }),
  '00006': withFaults('delivered, then failed (63012)', { fault: 'failed-after-delivered', code: 63012 }),
  '00007': withFaults('every callback is sent twice', 'double-callbacks'),
  '00008': withFaults('callbacks are sent in reverse order', 'reverse-callbacks'),
  '00009': withFaults('no callback is sent', 'drop-callbacks'),
  '00010': withFaults('callbacks are one minute late', { fault: 'delay-callbacks', delayMs: callbackDelayMs }),
  '00011': withFaults('the first callback is sent before the response', 'callback-before-answer'),
  '00012': withFaults('callbacks have no EventType', 'no-event-type'),
  '00013': withFaults('callbacks have an unknown field', 'unknown-field'),
  '00014': withFaults('accepted, but the response is 500 (20500)', 'error-after-accept'),
  '00015': withFaults('not accepted, the response is 500 (20500)', 'error-before-accept'),
  '00016': withFaults('accepted, but the connection is closed before the response', 'lost-reply'),
  '00017': withFaults('not accepted, the connection is closed before the response', 'lost-request'),
  '00018': withFaults('the response takes five seconds', { fault: 'slow-answer', delayMs: 5_000 }),
  '00019': withFaults('accepted, then the sender goes offline', 'sender-offline'),
  '00020': withFaults('accepted, then the template is paused', 'template-paused'),
  '00021': withFaults('accepted, then the template becomes MARKETING', 'category-changed'),
  '00022': { does: 'replies "Yes" to every message', reply: 'Yes' },
  '00023': { does: 'replies STOP to every message', reply: 'STOP' },
}

/** Returns undefined for ordinary numbers. */
export function behaviourOfNumber(number: string): Behaviour | undefined {
  const digits = /99(\d{5})$/.exec(number)?.[1]
  if (digits === undefined) return undefined
  const code = errorCodes[Number(digits)]
  if (!code) return numberBehaviours[digits]
  const where = code.at === 'request' ? `rejected with ${code.status}` : `accepted, then ${code.ends}`
  return { does: `${where}: ${digits} ${code.message}`, code: Number(digits) }
}

/** The behaviour that was set through the control API, or the one of the number's digits. */
export function findBehaviour(
  { behaviours }: { behaviours: ReadonlyMap<string, Behaviour> },
  address: string,
): Behaviour | undefined {
  const number = numberOf(address)
  return behaviours.get(number) ?? behaviourOfNumber(number)
}
