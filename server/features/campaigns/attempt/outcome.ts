// What an attempt found out, and what follows from it for the lead.
import {
  answeredOutcomes,
  type messageOutcomes,
  type obstacles,
  type unansweredOutcomes,
} from '#contract/campaigns/leads.ts'
import type { FailureReason } from '#server/ports/carrier.ts'
import type { Campaign } from '../campaign/campaign.ts'
import type { Lead } from '../lead/lead.ts'

/** How calls end that a person or a machine answered, that got no answer, or that were not dialed. */
export type CallOutcome = (typeof answeredOutcomes | typeof unansweredOutcomes)[number] | 'canceled'

export type MessageOutcome = (typeof messageOutcomes)[number] | 'invalid_number' | 'failed' | 'canceled'

/** Why a number is not contacted at all. */
export type Obstacle = (typeof obstacles)[number]

export type Outcome = CallOutcome | MessageOutcome | Obstacle

export interface EndedCall {
  endedReason: string | null
  answerer: string | null
  /** Null if there was no media connection. */
  answeredAt: string | null
  failureReason: FailureReason | null
}

const outcomesOfReasons: Record<string, CallOutcome> = {
  busy: 'busy',
  no_answer: 'no_answer',
  canceled: 'canceled',
  number_unavailable: 'announcement',
  calls_refused: 'announcement',
  circuits_busy: 'announcement',
  mailbox_full: 'voicemail',
  voicemail: 'voicemail',
}

/** Announcements that say the same tomorrow. */
const permanentReasons = ['number_unavailable', 'calls_refused']

/** A failure of the carrier, of a provider or of Parley ended the call. */
const failures = [
  'rejected',
  'carrier_failed',
  'media_failed',
  'recognition_failed',
  'synthesis_failed',
  'model_failed',
  'internal_error',
  'process_died',
]

/** Reasons for which a number cannot be called, or have messages of a kind. */
const unusableNumbers: ReadonlySet<FailureReason> = new Set(['malformed_number', 'invalid_number', 'unreachable'])

export function outcomeOfCall({ endedReason, answerer, answeredAt, failureReason }: EndedCall): CallOutcome {
  if (failureReason !== null && unusableNumbers.has(failureReason)) return 'invalid_number'
  if (endedReason === 'number_unavailable' && answeredAt === null) return 'invalid_number'
  const byReason = outcomesOfReasons[endedReason ?? '']
  if (byReason) return byReason
  if (failures.includes(endedReason ?? '') && answerer !== 'person') return 'failed'
  if (answeredAt === null) return 'no_answer'
  return answeredOutcomes.find((outcome) => outcome === answerer) ?? 'unknown'
}

/** Undefined for reasons that do not concern the person. */
export function outcomeOfReason(reason: FailureReason): 'do_not_contact' | 'invalid_number' | undefined {
  if (reason === 'opted_out' || reason === 'opted_out_of_marketing') return 'do_not_contact'
  return unusableNumbers.has(reason) ? 'invalid_number' : undefined
}

/** Undefined while the carrier has not sent the message. */
export function outcomeOfMessage(status: string, reason: FailureReason | null): Outcome | undefined {
  if (status === 'sent' || status === 'delivered' || status === 'read') return status
  if (status !== 'failed' && status !== 'undelivered' && status !== 'canceled') return undefined
  const outcome = reason === null ? undefined : outcomeOfReason(reason)
  return outcome ?? (status === 'undelivered' ? 'undelivered' : 'failed')
}

/** A further attempt at the number is useless. */
export const isPermanent = (outcome: Outcome, endedReason: string | null = null): boolean =>
  outcome === 'fax' ||
  outcome === 'invalid_number' ||
  outcome === 'invalid_variables' ||
  (outcome === 'announcement' && permanentReasons.includes(endedReason ?? ''))

/** Why a lead waits whose call the server interrupted. Then the gap between contacts does not apply. */
export const interrupted = 'interrupted'

export interface AttemptResult {
  outcome: Outcome
  isPermanent: boolean
  /** Null if the goal was not evaluated. */
  goalReached: boolean | null
  /** The server interrupted the attempt, so the next one follows at once instead of after the retry interval. */
  isInterrupted?: boolean
}

type Rules = Pick<
  Campaign,
  'channel' | 'maxRetries' | 'retryIntervalMinutes' | 'retryOnVoicemail' | 'retryOnGoalIncomplete' | 'fallbackChannel'
>
type Position = Pick<Lead, 'contactPosition' | 'isFallback' | 'tries'> & {
  secondaryContacts: readonly unknown[]
}

/** A lead after an attempt. `delayMs`: it is not contacted again before this time has passed. */
export type NextStep = Pick<Lead, 'status' | 'contactPosition' | 'isFallback' | 'tries' | 'waitingReason'> & {
  delayMs: number
}

/** `lead.tries` includes the attempt. */
export function nextStep(campaign: Rules, lead: Position, result: AttemptResult): NextStep {
  const { contactPosition, isFallback, tries } = lead
  const at = { contactPosition, isFallback, tries, waitingReason: null, delayMs: 0 }
  if (result.outcome === 'canceled')
    return { ...at, status: isFirst(lead) ? 'created' : 'rescheduled', tries: tries - 1 }
  if (isRefused(result, lead)) return { ...at, status: 'blacklisted' }
  if (isReached(campaign, result)) return { ...at, status: 'completed' }
  if (!result.isPermanent && tries <= campaign.maxRetries) {
    if (result.isInterrupted) return { ...at, status: 'rescheduled', waitingReason: interrupted }
    const delayMs = campaign.retryIntervalMinutes * 60_000
    return { ...at, status: 'rescheduled', waitingReason: 'retry_interval', delayMs }
  }
  return nextNumber(campaign, lead)
}

/** The next number of the person, then the fallback channel; if there is neither, the lead is given up. */
export function nextNumber(campaign: Pick<Rules, 'channel' | 'fallbackChannel'>, lead: Position): NextStep {
  const { contactPosition, isFallback, secondaryContacts } = lead
  const next = { isFallback, tries: 0, waitingReason: null, delayMs: 0, status: 'rescheduled' } as const
  if (contactPosition < secondaryContacts.length) return { ...next, contactPosition: contactPosition + 1 }
  if (campaign.channel === 'call' && campaign.fallbackChannel !== null && !isFallback)
    return { ...next, contactPosition: 0, isFallback: true }
  return { ...next, contactPosition, tries: lead.tries, status: 'reached-max-retries' }
}

const isFirst = ({ contactPosition, isFallback, tries }: Position): boolean =>
  contactPosition === 0 && !isFallback && tries <= 1

/** Secondary contacts are other people, so only the lead's own number decides about the lead. */
const isRefused = ({ outcome }: AttemptResult, { contactPosition }: Position): boolean =>
  (outcome === 'do_not_contact' || outcome === 'no_consent') && contactPosition === 0

function isReached(campaign: Rules, { outcome, goalReached }: AttemptResult): boolean {
  if (outcome === 'person') return !campaign.retryOnGoalIncomplete || goalReached !== false
  if (outcome === 'voicemail') return !campaign.retryOnVoicemail
  return outcome === 'sent' || outcome === 'delivered' || outcome === 'read'
}
