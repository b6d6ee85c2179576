// How virtual numbers behave: those that end in 99 and five digits fail or misbehave as the digits say.
import { carrierCodes } from './carrier-codes-data.ts'
import type { Fault, FaultName } from './faults.ts'

export interface Behaviour {
  /** In words, for people who read the table. */
  does: string
  /** An error number: in the API's answer or by callback, wherever the carrier reports it. */
  code?: number
  faults?: Fault[]
  /** What the person answers to every message. */
  reply?: string
}

const slowMs = 60_000
const having = (does: string, ...names: (FaultName | Fault)[]): Behaviour => ({
  does,
  faults: names.map((name) => (typeof name === 'string' ? { fault: name } : name)),
})

/** By the five digits after 99. Every error number of `carrier-codes-data.ts` works there too: `…9963016`. */
export const numberBehaviours: Readonly<Record<string, Behaviour>> = {
  '00001': having('never sent, stays queued', 'never-sent'),
  '00002': having('sent, never delivered', 'never-delivered'),
  '00003': having('delivered, never read (receipts are off)', 'never-read'),
  '00004': having('read without a word of delivery', 'read-without-delivered'),
  '00005': having('sent, then failed (63012)', { fault: 'failed-after-sent', code: 63012 }),
  '00006': having('delivered, then failed (63012)', { fault: 'failed-after-delivered', code: 63012 }),
  '00007': having('every callback comes twice', 'double-callbacks'),
  '00008': having('callbacks come backwards', 'reverse-callbacks'),
  '00009': having('no callback comes', 'drop-callbacks'),
  '00010': having('callbacks come a minute late', { fault: 'delay-callbacks', delayMs: slowMs }),
  '00011': having('the first callback comes before the answer', 'callback-before-answer'),
  '00012': having('callbacks without EventType', 'no-event-type'),
  '00013': having('callbacks with a field that nobody knows', 'unknown-field'),
  '00014': having('accepted, but the answer is 500 (20500)', 'error-after-accept'),
  '00015': having('not accepted, the answer is 500 (20500)', 'error-before-accept'),
  '00016': having('accepted, but the connection is cut before the answer', 'lost-reply'),
  '00017': having('not accepted, the connection is cut before the answer', 'lost-request'),
  '00018': having('the answer takes five seconds', { fault: 'slow-answer', delayMs: 5_000 }),
  '00019': having('accepted, then the sender goes offline', 'sender-offline'),
  '00020': having('accepted, then the template is paused', 'template-paused'),
  '00021': having('accepted, then the template becomes MARKETING', 'category-changed'),
  '00022': { does: 'answers "Yes" to every message', reply: 'Yes' },
  '00023': { does: 'answers STOP to every message', reply: 'STOP' },
}

/** What `+…99xxxxx` does; undefined for ordinary numbers. */
export function behaviourOfNumber(number: string): Behaviour | undefined {
  const digits = /99(\d{5})$/.exec(number)?.[1]
  if (digits === undefined) return undefined
  const code = carrierCodes[Number(digits)]
  if (!code) return numberBehaviours[digits]
  const where = code.at === 'request' ? `refused with ${code.status}` : `accepted, then ${code.ends}`
  return { does: `${where}: ${digits} ${code.message}`, code: Number(digits) }
}
