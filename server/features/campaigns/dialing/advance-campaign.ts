// One round of a campaign: contacts the next lead that may be contacted, or finds out until when none may.
import { hasHolds } from '#server/features/billing/index.ts'
import { CallingLimitReached, lockDestinations } from '#server/features/phone-numbers/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Timestamp, toDate } from '#server/platform/time/timestamps.ts'
import { numberOf, skipNumber } from '../attempt/lead-steps.ts'
import { countOpen } from '../attempt/store.ts'
import type { Campaign } from '../campaign/campaign.ts'
import { completeCampaign, pauseCampaign } from '../campaign/change-status.ts'
import { findCampaign } from '../campaign/store.ts'
import { lockCampaign, refOf, setWaiting } from '../campaign/store-status.ts'
import type { Lead } from '../lead/lead.ts'
import { countLeads, findNextDue, lockDueLeads, lockLead, postponeLeads } from '../lead/store.ts'
import { openingAt, scheduleOf } from '../schedule/schedule.ts'
import { type Begun, beginAttempt, type Dialer, prepareDialer } from './begin-attempt.ts'
import { type Closed, closedHours, judge } from './gates.ts'

export type Round = Begun | { kind: 'again' } | { kind: 'idle' }

const again: Round = { kind: 'again' }
const idle: Round = { kind: 'idle' }

export async function advanceCampaign(ctx: AccountContext, campaignId: number): Promise<Round> {
  const campaign = await findCampaign(ctx.db, ctx.account.id, campaignId)
  if (campaign?.status !== 'in-progress') return idle
  const opening = campaign.usesLeadTimeZone ? undefined : openingAt(scheduleOf(campaign), ctx.now())
  if (opening && opening.from > ctx.now()) return wait(ctx, campaign, opening.from, 'outside_hours')
  const dialer = await prepare(ctx, campaign)
  if (dialer instanceof Refusal) return pause(ctx, campaign, dialer.message)
  let current: Lead | undefined
  try {
    return await transaction(ctx, (tx) =>
      runRound(tx, campaign, dialer, (lead) => {
        current = lead
      }),
    )
  } catch (error) {
    if (error instanceof Refusal && current) return handleRefusal(ctx, campaign, current, error)
    throw error
  }
}

async function prepare(ctx: AccountContext, campaign: Campaign): Promise<Dialer | Refusal> {
  try {
    return await prepareDialer(ctx, campaign)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Leads that are looked at in one transaction. */
const leadsPerRound = 10
/** Leads who may not be contacted at this hour are postponed together. */
const leadsPerPostponement = 500

async function runRound(tx: Tx, campaign: Campaign, dialer: Dialer, tries: (lead: Lead) => void): Promise<Round> {
  // The calls of an account are counted in this order everywhere.
  await lockDestinations(tx)
  const ref = refOf(campaign)
  const locked = await lockCampaign(tx.db, ref)
  if (locked?.status !== 'in-progress') return idle
  // The settings have changed in the meantime.
  if (locked.updatedAt !== campaign.updatedAt) return again
  if (campaign.channel === 'call' && (await countOpen(tx.db, ref)) >= campaign.maxCallsInParallel) return idle
  const maySend = locked.nextMessageAt === null || toDate(locked.nextMessageAt) <= tx.now()
  const leads =
    campaign.channel === 'call' || maySend
      ? await lockDueLeads(tx.db, ref, { limit: leadsPerRound, withFallback: maySend })
      : []
  if (leads.length === 0) return waitForLeads(tx, campaign, maySend ? null : locked.nextMessageAt)
  for (const lead of leads) {
    const person = numberOf(campaign, lead)
    if (closedHours(tx, campaign, lead, person)) return postponeClosed(tx, campaign)
    const verdict = await judge(tx, campaign, lead, person)
    if (verdict.kind === 'never') await skipNumber(tx, campaign, lead, verdict.obstacle)
    if (verdict.kind === 'later')
      await postponeLeads(tx.db, campaign.accountId, [{ id: lead.id, dueAt: verdict.at }], verdict.reason)
    if (verdict.kind !== 'allowed') continue
    tries(lead)
    return beginAttempt(tx, { campaign, lead, person, dialer, decision: verdict.decision })
  }
  return again
}

async function postponeClosed(tx: Tx, campaign: Campaign): Promise<Round> {
  const ref = refOf(campaign)
  const leads = await lockDueLeads(tx.db, ref, { limit: leadsPerPostponement, withFallback: true })
  const postponed = { outside_hours: [], legal_hours: [] } as Record<Closed['reason'], { id: number; dueAt: Date }[]>
  for (const lead of leads) {
    const closed = closedHours(tx, campaign, lead, numberOf(campaign, lead))
    if (closed === 'never') await skipNumber(tx, campaign, lead, 'no_legal_hours')
    else if (closed) postponed[closed.reason].push({ id: lead.id, dueAt: closed.at })
  }
  for (const reason of ['outside_hours', 'legal_hours'] as const)
    await postponeLeads(tx.db, campaign.accountId, postponed[reason], reason)
  return again
}

/** After this time, a lead that another transaction holds is tried again. */
const heldMs = 500

/** No lead is due: the campaign waits for the next one, for its attempts, or is complete. */
async function waitForLeads(tx: Tx, campaign: Campaign, nextMessageAt: Timestamp | null): Promise<Round> {
  const ref = refOf(campaign)
  // No lead is added until the transaction ends, or it was added before and is seen now.
  await lockCampaign(tx.db, ref, { againstLeads: true })
  const next = await findNextDue(tx.db, ref)
  if (next && toDate(next.dueAt) <= tx.now()) {
    // Only messages are due, or the lead has just been added, or another transaction holds it.
    const nextAt = nextMessageAt ?? new Date(tx.now().getTime() + heldMs)
    await setWaiting(tx.db, ref, { nextAt, reason: nextMessageAt && 'messages_per_minute' })
    return idle
  }
  // Leads are also in process whose attempt has ended, but not its evaluation.
  const isOver = !next && (await countOpen(tx.db, ref)) === 0 && (await countLeads(tx.db, ref, 'processing')) === 0
  if (isOver && campaign.markCompleteWhenNoLeads) await completeCampaign(tx, campaign)
  else
    await setWaiting(tx.db, ref, {
      nextAt: next?.dueAt ?? null,
      reason: next ? next.waitingReason : isOver ? 'no_leads' : 'attempts',
    })
  return idle
}

/** Unless the settings have changed in the meantime. */
function pause(ctx: AccountContext, campaign: Campaign, message: string): Promise<Round> {
  return transaction(ctx, async (tx) => {
    const locked = await lockCampaign(tx.db, refOf(campaign))
    if (locked?.updatedAt !== campaign.updatedAt) return again
    await pauseCampaign(tx, campaign, { reason: 'configuration', message })
    return idle
  })
}

/** Unless the settings have changed in the meantime. */
async function wait(ctx: AccountContext, campaign: Campaign, nextAt: Date, reason: string): Promise<Round> {
  const ref = refOf(campaign)
  return (await setWaiting(ctx.db, ref, { nextAt, reason }, campaign.updatedAt)) ? idle : again
}

/** How long a campaign waits whose account has reached a limit for outgoing calls, or whose money is on hold. */
const limitMs = 5_000
/** How long a lead waits whose number was called too often. */
const numberLimitMs = 10 * 60_000

async function handleRefusal(ctx: AccountContext, campaign: Campaign, lead: Lead, error: Refusal): Promise<Round> {
  const after = (ms: number) => new Date(ctx.now().getTime() + ms)
  if (error instanceof CallingLimitReached) {
    if (error.limit !== 'callsPerHourToNumber' && error.limit !== 'callsPerHourToPrefix')
      return wait(ctx, campaign, after(limitMs), 'account_limit')
    await postponeLeads(ctx.db, campaign.accountId, [{ id: lead.id, dueAt: after(numberLimitMs) }], 'account_limit')
    return again
  }
  if (error.code === 'INSUFFICIENT_BALANCE' && (await hasHolds(ctx)))
    return wait(ctx, campaign, after(limitMs), 'balance_held')
  await transaction(ctx, async (tx) => {
    if (error.code === 'INSUFFICIENT_BALANCE')
      return pauseCampaign(tx, campaign, {
        reason: 'insufficient_balance',
        message:
          'The balance does not suffice for the next attempt. Top up your account, and start the campaign again.',
      })
    const locked = await lockLead(tx.db, campaign.accountId, lead.id)
    if (!locked) return
    if (error.code === 'DO_NOT_CONTACT') return skipNumber(tx, campaign, locked, 'do_not_contact')
    if (error.code === 'DESTINATION_FORBIDDEN') return skipNumber(tx, campaign, locked, 'forbidden')
    throw error
  })
  return again
}
