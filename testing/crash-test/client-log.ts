// What the clients of the crash test learned from responses: whatever was acknowledged to them must survive.
import { EventEmitter } from 'node:events'

/** What was acknowledged, by kind. */
export interface Acknowledged {
  sent: { accountId: number; messageId: number; sid: string; text: string }[]
  /** Customers' messages whose webhook was answered with 2xx. */
  received: { accountId: number; sid: string; text: string }[]
  answered: { uuid: string; text: string; answer: string }[]
  leads: { accountId: number; leadId: number; phone: string }[]
  called: { accountId: number; callId: number; phone: string }[]
  /** Runs of automations; each has a text of its own. */
  runs: { accountId: number; runId: string; text: string }[]
}

export type ClientLog = ReturnType<typeof createClientLog>

export function createClientLog() {
  const acknowledged: Acknowledged = { sent: [], received: [], answered: [], leads: [], called: [], runs: [] }
  return {
    ...acknowledged,
    /** Emits the kind of each entry that is added. */
    events: new EventEmitter(),
    /** Texts that the clients sent. Each is unique, so it may reach at most one recipient once. */
    texts: new Set<string>(),
    /** Conversations that were started, each under an idempotency key. */
    started: new Set<string>(),
    /** Runs of automations that were retried by hand. */
    retried: new Set<string>(),
    /** Requests with an idempotency key that never got a response. */
    unanswered: [] as string[],
    /** Counts by request and outcome, such as `template done` or `chat lost`. */
    outcomes: new Map<string, number>(),
  }
}

export function countOutcome({ outcomes }: ClientLog, outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

export function logAcknowledged<K extends keyof Acknowledged>(log: ClientLog, kind: K, entry: Acknowledged[K][number]) {
  const entries: Acknowledged[K][number][] = log[kind]
  entries.push(entry)
  log.events.emit(kind)
}
