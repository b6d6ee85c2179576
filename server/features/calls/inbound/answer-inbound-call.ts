// Decides how an inbound call is answered: by the assistant of the called number, or not at all.
import { isE164 } from '@parley/rules'
import { actFor } from '#server/features/accounts/index.ts'
import { type Assistant, findAnsweringAssistant } from '#server/features/assistants/index.ts'
import { channelAddress, factsOfContact, identifyContact } from '#server/features/contacts/index.ts'
import {
  findPhoneNumberAtCarrier,
  isUsableFor,
  type PhoneNumber,
  selectPhoneNumbers,
} from '#server/features/phone-numbers/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readPhoneNumber } from '#server/platform/text/read-phone-number.ts'
import type { InboundAnswer, InboundCall } from '#server/ports/voice-carrier.ts'
import type { Call } from '../call/call.ts'
import { createMediaToken, hashMediaToken } from '../call/media-token.ts'
import { holdCost, ledgerRefOf, pricesOf } from '../call/money.ts'
import { findCallByExternalId, insertCall } from '../call/store.ts'
import { addEvent, renewMediaToken } from '../call/store-live.ts'
import { prepareGreeting } from '../session/prepare-session.ts'
import { requestVariables } from './request-variables.ts'

/** The caller hears the ringing tone rather than silence while the first greeting of a process is synthesized. */
const greetingMs = 2_500
/** The carrier connects within seconds. */
const tokenMs = 60_000
const deadlineMs = 90_000

/** The carrier repeats the webhook if the response is lost; the call then gets another token. */
export async function answerInboundCall(context: AppContext, inbound: InboundCall): Promise<InboundAnswer> {
  const { carrierAccountId, externalId } = inbound
  const existing = await findCallByExternalId(context.db, carrierAccountId, externalId)
  if (existing) return connectAgain(context, existing)
  const number = await findCalledNumber(context, inbound)
  if (!number || (inbound.accountId === undefined && !isUsableFor(number, 'inbound'))) return { reject: 'rejected' }
  const ctx = await actFor(context, number.accountId)
  if (!ctx) return { reject: 'rejected' }
  const assistant = await findAnsweringAssistant(ctx.db, number.accountId, number.id)
  if (assistant?.status !== 'active' || assistant.deactivated) return { reject: 'rejected' }
  const [known, requested] = await Promise.all([
    isE164(inbound.from) ? factsOfContact(ctx, inbound.from) : {},
    requestVariables(ctx, assistant, inbound),
  ])
  const variables = { ...known, ...requested }
  const token = createMediaToken()
  try {
    const call = await insertInboundCall(ctx, {
      assistant,
      inbound: { ...inbound, to: number.phoneNumber },
      token,
      variables,
    })
    await prepareGreeting(ctx, { assistant, variables, type: 'inbound', clientPhone: inbound.from }, greetingMs)
    return connectWith(call, token)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INSUFFICIENT_BALANCE') return { reject: 'busy' }
    if (!(error instanceof Duplicate)) throw error
    return connectAgain(ctx, (await findCallByExternalId(ctx.db, carrierAccountId, externalId))!)
  }
}

async function findCalledNumber(context: AppContext, inbound: InboundCall): Promise<PhoneNumber | undefined> {
  const { accountId, carrierAccountId, to } = inbound
  if (accountId === undefined) return findPhoneNumberAtCarrier(context.db, { carrierAccountId, phoneNumber: to })
  const ctx = await actFor(context, accountId)
  if (!ctx) return undefined
  // People dial the plus sign or leave it out, and dial numbers of their country without its code.
  const forms = [to, `+${to}`, readPhoneNumber(to, ctx.account.country)]
  const numbers = await selectPhoneNumbers(ctx.db, accountId)
  return numbers.find(({ phoneNumber }) => forms.includes(phoneNumber))
}

const connectWith = ({ uuid, callbackToken }: Call, mediaToken: string): InboundAnswer => {
  return { connect: { mediaToken, report: { uuid, token: callbackToken } } }
}

async function connectAgain(context: AppContext, call: Call): Promise<InboundAnswer> {
  const token = createMediaToken()
  const isRenewed =
    call.type === 'inbound' &&
    (await renewMediaToken(context.db, call, { sha256: hashMediaToken(token), forMs: tokenMs }))
  return isRenewed ? connectWith(call, token) : { reject: 'rejected' }
}

class Duplicate extends Error {}

interface AcceptedCall {
  assistant: Assistant
  inbound: InboundCall
  token: string
  variables: Record<string, string>
}

function insertInboundCall(ctx: AccountContext, { assistant, inbound, token, variables }: AcceptedCall) {
  const uuid = ctx.newId()
  const { carrierAccountId, externalId, from, to, forwardedFrom } = inbound
  return transaction(ctx, async (tx) => {
    const prices = pricesOf(tx, { externalId: carrierAccountId })
    const seconds = await holdCost(tx, ledgerRefOf({ uuid }), prices, assistant.maxDurationSeconds)
    const call = await insertCall(tx.db, tx.account.id, {
      uuid,
      assistantId: assistant.id,
      assistant,
      type: 'inbound',
      status: 'ringing',
      assistantPhone: to,
      clientPhone: from,
      variables,
      callbackToken: tx.newId(),
      carrierAccountId,
      externalId,
      dialState: 'placed',
      mediaToken: { sha256: hashMediaToken(token), forMs: tokenMs },
      maxSeconds: seconds,
      ...prices,
      deadlineMs,
    })
    // The webhook was repeated at the same time.
    if (!call) throw new Duplicate()
    await addEvent(tx.db, call, 'inbound_call', { forwarded_from: forwardedFrom, variables: Object.keys(variables) })
    if (isE164(from)) await identifyContact(tx, { addresses: [channelAddress(from)] })
    await tx.emit('call.received', {
      accountId: tx.account.id,
      callId: call.id,
      assistantId: assistant.id,
    })
    return call
  })
}
