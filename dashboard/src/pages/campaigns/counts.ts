// Computes the progress of a campaign from the counts that the API returns.
type Counts = Record<string, number>

export interface Progress {
  total: number
  /** Reached, or given up. */
  done: number
  inProgress: number
  waiting: number
  share: number
}

const sum = (counts: Counts, ...names: string[]): number =>
  names.reduce((total, name) => total + (counts[name] ?? 0), 0)

export function progressOf(leads: Counts): Progress {
  const total = leads['total'] ?? 0
  const done = sum(leads, 'completed', 'reached-max-retries', 'blacklisted')
  return {
    total,
    done,
    inProgress: sum(leads, 'processing'),
    waiting: sum(leads, 'created', 'scheduled', 'rescheduled'),
    share: total === 0 ? 0 : done / total,
  }
}

/** In the order in which outcomes are shown. */
export const outcomeGroups = {
  reached: ['person', 'sent', 'delivered', 'read'],
  machine: ['voicemail', 'screening', 'menu', 'announcement', 'fax', 'unknown'],
  missed: ['busy', 'no_answer', 'undelivered', 'canceled'],
  faulty: ['invalid_number', 'invalid_variables', 'failed'],
  skipped: ['do_not_contact', 'no_consent', 'forbidden', 'no_legal_hours'],
} as const

export type OutcomeGroup = keyof typeof outcomeGroups

const groups = Object.entries(outcomeGroups) as [OutcomeGroup, readonly string[]][]

/** An outcome that this page does not know is in the group `missed`. */
export const groupOf = (outcome: string): OutcomeGroup =>
  groups.find(([, outcomes]) => outcomes.includes(outcome))?.[0] ?? 'missed'

export interface OutcomeCount {
  outcome: string
  group: OutcomeGroup
  count: number
  /** Compared with all attempts that have ended. */
  share: number
}

/** By group, and within a group the most frequent one first. */
export function outcomesOf({ total = 0, ...counts }: Counts): OutcomeCount[] {
  const order = groups.map(([group]) => group)
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => ({ outcome, group: groupOf(outcome), count, share: total === 0 ? 0 : count / total }))
    .sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group) || b.count - a.count)
}

const dayMs = 86_400_000
/** The longest period that one request for the usage may have, less a day for the difference of time zones. */
const mostDays = 398

/** The first day whose usage belongs to the campaign, as `YYYY-MM-DD`. `createdAt` is in the time zone of the account. */
export function usageFrom(createdAt: string, nowMs: number): string {
  const earliest = new Date(nowMs - mostDays * dayMs).toISOString().slice(0, 10)
  const created = createdAt.slice(0, 10)
  return [created, earliest].sort().at(-1)!
}
