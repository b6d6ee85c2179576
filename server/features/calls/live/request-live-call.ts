// Asks the process that has a live call for something: a whisper, the end of a takeover, a transfer, the end of the call.
import { isTelephone, readTransferNumber } from '@parley/rules'
import { actFor } from '#server/features/accounts/index.ts'
import { requireDestination } from '#server/features/phone-numbers/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { notify } from '#server/platform/database/notifications.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readPhoneNumberWithExtension } from '#server/platform/text/read-phone-number.ts'
import type { CallListener } from '../call/listener.ts'
import { findTakeover } from '../call/store-listeners.ts'
import { type CallRequest, type CallRequestKind, callRequestsChannel, insertRequest } from '../call/store-requests.ts'
import { getLiveCall } from '../list-calls.ts'
import { findTransferable } from '../session/transfer-call.ts'

const limits: Readonly<Record<CallRequestKind, number>> = { whisper: 20, hand_back: 1_000, transfer: 10, end: 10 }

/** Refuses with `CALL_NOT_FOUND`, `CALL_NOT_LIVE` and `TOO_MANY_WHISPERS`. */
export const whisper = (ctx: AccountContext, callId: number, text: string): Promise<void> =>
  request(ctx, callId, { kind: 'whisper', text, name: ctx.actor!.name })

/** For a person who is connected. */
export async function whisperAs(
  context: AppContext,
  { accountId, callId, name }: CallListener,
  text: string,
): Promise<void> {
  const ctx = await actFor(context, accountId)
  if (ctx) await request(ctx, callId, { kind: 'whisper', text, name })
}

/** Refuses with `CALL_NOT_FOUND`, `CALL_NOT_LIVE` and `CALL_NOT_TAKEN_OVER`. */
export async function handBack(ctx: AccountContext, callId: number, { ends }: { ends: boolean }): Promise<void> {
  await getLiveCall(ctx, callId)
  if ((await findTakeover(ctx.db, ctx.account.id, callId)) === undefined) throw new Refusal('CALL_NOT_TAKEN_OVER')
  await request(ctx, callId, { kind: ends ? 'end' : 'hand_back', text: null, name: ctx.actor!.name })
}

/** Refuses with `CALL_NOT_FOUND`, `CALL_NOT_LIVE`, `INVALID_PHONE`, `CALL_NOT_TRANSFERABLE` and `DESTINATION_FORBIDDEN`. */
export async function transferCall(ctx: AccountContext, callId: number, written: string): Promise<void> {
  await getLiveCall(ctx, callId)
  const to = readTransferNumber(written) ? written : internationalForm(ctx, written)
  const target = to === undefined ? undefined : readTransferNumber(to)
  if (!target) throw new Refusal('INVALID_PHONE')
  if (!(await findTransferable(ctx, { accountId: ctx.account.id, callId }, target.phoneNumber)))
    throw new Refusal('CALL_NOT_TRANSFERABLE')
  if (!isTelephone(target.phoneNumber)) await requireDestination(ctx, target.phoneNumber, 'calls')
  await request(ctx, callId, { kind: 'transfer', text: to!, name: ctx.actor!.name })
}

function internationalForm({ account }: AccountContext, written: string): string | undefined {
  const read = readPhoneNumberWithExtension(written, { country: account.country })
  if (typeof read === 'string') return undefined
  return read.extension === null ? read.phoneNumber : `${read.phoneNumber}x${read.extension}`
}

/** Refuses with `CALL_NOT_FOUND` and `CALL_NOT_LIVE`. */
export const endCall = (ctx: AccountContext, callId: number): Promise<void> =>
  request(ctx, callId, { kind: 'end', text: null, name: ctx.actor!.name })

async function request(ctx: AccountContext, callId: number, asked: CallRequest): Promise<void> {
  const { uuid } = await getLiveCall(ctx, callId)
  await transaction(ctx, async (tx) => {
    const ref = { accountId: tx.account.id, callId }
    const isInserted = await insertRequest(tx.db, ref, asked, limits[asked.kind])
    // Other requests have no further effect when they are repeated.
    if (!isInserted && asked.kind === 'whisper') throw new Refusal('TOO_MANY_WHISPERS')
    await notify(tx.db, callRequestsChannel, uuid)
  })
}
