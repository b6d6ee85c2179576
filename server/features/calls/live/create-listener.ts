// Issues a token that admits a person of the account to a live call, once, to listen or to take it over.
import { credentialOf } from '#server/features/members/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ListenerMode } from '../call/listener.ts'
import { createMediaToken, hashMediaToken } from '../call/media-token.ts'
import { deleteExpiredListeners, findTakeover, insertListener } from '../call/store-listeners.ts'
import { getLiveCall } from '../list-calls.ts'

const tokenMs = 60_000
const limits = { perCall: 5, perAccount: 50 }

export interface IssuedListener {
  token: string
  url: string
  pageUrl: string
  expiresAt: Date
}

/** Refuses with `CALL_NOT_FOUND`, `CALL_NOT_LIVE` and `TOO_MANY_LISTENERS`. */
export async function createListener(ctx: AccountContext, callId: number, mode: ListenerMode): Promise<IssuedListener> {
  await getLiveCall(ctx, callId)
  const accountId = ctx.account.id
  const token = createMediaToken()
  await deleteExpiredListeners(ctx.db, accountId, callId)
  const listener = {
    accountId,
    callId,
    id: ctx.newId(),
    mode,
    name: ctx.actor!.name,
    credential: credentialOf(ctx.actor!),
  }
  const stored = { ...listener, tokenSha256: hashMediaToken(token), tokenForMs: tokenMs }
  if (!(await insertListener(ctx.db, stored, limits))) throw new Refusal('TOO_MANY_LISTENERS')
  const { publicUrl } = ctx.settings
  return {
    token,
    url: `${publicUrl.replace(/^http/i, 'ws')}/listen/media`,
    // Browsers do not send the fragment to the server, so no log contains the token.
    pageUrl: `${publicUrl}/listen#${token}`,
    expiresAt: new Date(ctx.now().getTime() + tokenMs),
  }
}

/** Refuses with `CALL_NOT_FOUND`, `CALL_NOT_LIVE`, `CALL_TAKEN_OVER` and `TOO_MANY_LISTENERS`. */
export async function createTakeover(ctx: AccountContext, callId: number): Promise<IssuedListener> {
  await getLiveCall(ctx, callId)
  const agent = await findTakeover(ctx.db, ctx.account.id, callId)
  if (agent !== undefined) throw new Refusal('CALL_TAKEN_OVER', `The call has been taken over by ${agent}.`)
  return createListener(ctx, callId, 'take_over')
}
