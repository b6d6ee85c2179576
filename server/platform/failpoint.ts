// Failpoints: named moments at which the process can be told to die, so that tests can kill it exactly there.

/** In the order of a message's way; between any two of them the process may die without harm. */
export const failpoints = [
  // A request under an Idempotency-Key: claimed, done, its answer kept.
  'key-claimed',
  'key-before-answer',
  'key-answered',
  // Money, inside the transaction that moves it.
  'money-held',
  'money-settled',
  'money-released',
  'money-credited',
  // A turn of a conversation: stored; answered by the model; written down; given up.
  'turn-before-accepted',
  'turn-accepted',
  'turn-composed',
  'turn-before-finished',
  'turn-finished',
  'turn-before-closed',
  'turn-closed',
  // The end of a conversation.
  'end-evaluated',
  'end-before-written',
  'end-written',
  // A message to the carrier: stored, given, taken or not, written down, in doubt.
  'send-before-stored',
  'send-stored',
  'before-carrier',
  'after-carrier-accept',
  'after-carrier-failure',
  'acceptance-before-written',
  'acceptance-written',
  'refusal-written',
  'unknown-marked',
  'unknown-looked-for',
  'part-begun',
  // The same found out later.
  'repair-begun',
  'repair-looked',
  'repair-done',
  // What the carrier tells of it, and the money of one that failed.
  'news-before-kept',
  'news-kept',
  'news-before-applied',
  'news-applied',
  'money-given-back',
  // A customer's message, and its answer.
  'inbound-before-kept',
  'inbound-kept',
  'inbound-before-received',
  'inbound-received',
  'answer-begun',
  'answer-held',
  'answer-composed',
  'answer-sent',
  'answer-marked',
  // Any job.
  'job-begun',
  'job-done',
  // A webhook: stated with its fact, begun, sent, settled.
  'webhook-stated',
  'webhook-begun',
  'webhook-sent',
  'webhook-before-settled',
  'webhook-settled',
] as const

export type Failpoint = (typeof failpoints)[number]

/** How the process ends: killed, by a rejection that nothing handles, or by an exception that nothing catches. */
const ways = {
  // The signal that cannot be caught: nothing is flushed, closed or rolled back by us.
  kill: () => void process.kill(process.pid, 'SIGKILL'),
  reject: () => void Promise.reject(new Error('failpoint')),
  throw: () =>
    void setImmediate(() => {
      throw new Error('failpoint')
    }),
}

let armed: { name: string; hitsLeft: number; way: keyof typeof ways } | undefined

/** Ends the process when its turn has come; nothing at all unless it was armed. */
export function failpoint(name: Failpoint): void {
  if (armed === undefined || armed.name !== name) return
  armed.hitsLeft--
  if (armed.hitsLeft === 0) ways[armed.way]()
}

export interface ArmedFailpoint {
  name: Failpoint
  /** The hit that ends the process, from 1. */
  hit: number
  way: keyof typeof ways
}

export function armFailpoint({ name, hit, way }: ArmedFailpoint): void {
  armed = { name, hitsLeft: hit, way }
}

/** `name:n` or `name:n:way`; undefined for a name, a hit or a way that does not exist. */
export function parseFailpoint(text: string): ArmedFailpoint | undefined {
  const [, name, hit, way = 'kill'] = /^([a-z-]+):([1-9]\d{0,8})(?::(kill|reject|throw))?$/.exec(text) ?? []
  const known = failpoints.find((one) => one === name)
  return known && { name: known, hit: Number(hit), way: way as keyof typeof ways }
}
