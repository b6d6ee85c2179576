// What the attempts that the leads of a campaign can still get cost at most.
import { highestCostOf, prepareCall } from '#server/features/calls/index.ts'
import { priceOf } from '#server/features/messages/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Campaign, Channel } from '../campaign/campaign.ts'
import type { WaitingLead } from '../lead/store-waiting.ts'
import { smsTextOf } from '../sending/sms-text.ts'

/** The prices of one attempt with a lead, in micro-dollars. */
export interface AttemptPrices {
  call: { micros: number; maxSeconds: number } | undefined
  messageMicros(lead: Pick<WaitingLead, 'variables'>): number
}

/** Without a transfer of the call. Undefined for a campaign that cannot be started. */
export async function pricesOfAttempts(ctx: AccountContext, campaign: Campaign): Promise<AttemptPrices | undefined> {
  try {
    return {
      call: campaign.channel === 'call' ? await highestCall(ctx, campaign) : undefined,
      messageMicros: (lead) => messageMicros(ctx, campaign, lead),
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function highestCall(ctx: AccountContext, { assistantId, phoneNumberIds }: Campaign) {
  if (assistantId === null) throw new Refusal('ASSISTANT_NOT_FOUND')
  const highest = { micros: 0, maxSeconds: 0 }
  for (const phoneNumberId of phoneNumberIds.length > 0 ? phoneNumberIds : [undefined]) {
    const call = await prepareCall(ctx, { assistantId, ...(phoneNumberId && { phoneNumberId }) })
    highest.micros = Math.max(highest.micros, highestCostOf(ctx, call))
    highest.maxSeconds = call.assistant.maxDurationSeconds
  }
  return highest
}

function messageMicros(
  { settings }: AccountContext,
  { smsBody, ...campaign }: Campaign,
  { variables }: Pick<WaitingLead, 'variables'>,
): number {
  const channel = campaign.channel === 'call' ? campaign.fallbackChannel : campaign.channel
  if (channel === null) return 0
  const text = channel === 'sms' && smsBody !== null ? smsTextOf({ ...campaign, smsBody }, variables) : ''
  return priceOf(settings, channel as Exclude<Channel, 'call'>, [text]).priceMicros
}

/** The most calls and messages of a lead, as `nextStep` allows them. */
export function attemptsLeft(
  { channel, fallbackChannel, maxRetries }: Pick<Campaign, 'channel' | 'fallbackChannel' | 'maxRetries'>,
  {
    isFallback,
    contactPosition,
    contacts,
    tries,
  }: Pick<WaitingLead, 'isFallback' | 'contactPosition' | 'contacts' | 'tries'>,
): { calls: number; messages: number } {
  const perNumber = maxRetries + 1
  // A waiting lead is contacted even if fewer retries are allowed now.
  const atThisNumber = Math.max(1, perNumber - tries)
  const left = atThisNumber + Math.max(0, contacts - contactPosition) * perNumber
  const isCalled = channel === 'call' && !(isFallback && fallbackChannel !== null)
  if (!isCalled) return { calls: 0, messages: left }
  const canFallBack = fallbackChannel !== null && !isFallback
  return { calls: left, messages: canFallBack ? (contacts + 1) * perNumber : 0 }
}
