// Moves a lead to its next step: the number that is contacted next, a further attempt, or the end.
import type { Tx } from '#server/platform/context/context.ts'
import type { Campaign, Channel } from '../campaign/campaign.ts'
import type { Contact, Lead } from '../lead/lead.ts'
import { saveProgress } from '../lead/store.ts'
import { type AttemptResult, type NextStep, nextStep, type Obstacle } from './outcome.ts'

export interface Person {
  phoneNumber: string
  channel: Channel
}

/** The number and the variables of the person who is contacted next, and the channel. */
export function contactOf(lead: Lead): Contact {
  const secondary = lead.secondaryContacts[lead.contactPosition - 1]
  if (!secondary) return { phoneNumber: lead.phoneNumber, extension: lead.extension, variables: lead.variables }
  return { ...secondary, variables: { ...lead.variables, ...secondary.variables } }
}

export const numberOf = ({ channel, fallbackChannel }: Campaign, lead: Lead): Person => ({
  phoneNumber: contactOf(lead).phoneNumber,
  channel: lead.isFallback && fallbackChannel ? fallbackChannel : channel,
})

/** The number is not contacted: nothing leaves, so this is no attempt. */
export async function skipNumber(tx: Tx, campaign: Campaign, lead: Lead, obstacle: Obstacle): Promise<void> {
  await applyResult(tx, campaign, lead, { outcome: obstacle, isPermanent: true, goalReached: null })
}

/** The lead must be locked. */
export async function applyResult(tx: Tx, campaign: Campaign, lead: Lead, result: AttemptResult): Promise<void> {
  const step = nextStep(campaign, lead, result)
  const outcome = result.outcome === 'canceled' ? lead.outcome : result.outcome
  await saveProgress(tx.db, lead, { ...lead, ...step, dueAt: dueAt(tx, step), outcome })
}

const dueAt = (tx: Tx, { delayMs }: NextStep): Date => new Date(tx.now().getTime() + delayMs)
