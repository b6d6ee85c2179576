// What the clients of the crash test were told: only what was acknowledged to them can be lost.

export interface Sent {
  accountId: number
  /** The message on its channel. */
  id: number
  sid: string
  text: string
}

export interface Journal {
  /** Messages whose sending was acknowledged. */
  sent: Sent[]
  /** Texts of ours, each of which at most one person may receive once. */
  texts: Set<string>
  /** Sids of messages of customers whose webhook was answered with 2xx. */
  received: { accountId: number; sid: string; text: string }[]
  talked: { uuid: string; said: string; heard: string }[]
  /** Conversations that were started, under keys all of them. */
  started: Set<string>
  /** Requests under keys that never had an answer. */
  unanswered: string[]
  /** What the clients met, by kind: `template 200`, `talk lost`. */
  met: Map<string, number>
}

export function openJournal(): Journal {
  return { sent: [], texts: new Set(), received: [], talked: [], started: new Set(), unanswered: [], met: new Map() }
}

export function note(journal: Journal, what: string): void {
  journal.met.set(what, (journal.met.get(what) ?? 0) + 1)
}

/** All that was acknowledged; kills wait for it to grow. */
export const acknowledged = ({ sent, received, talked }: Journal): number =>
  sent.length + received.length + talked.length
