// What web calls of members and of visitors share: the row, the prices and the address of the connection.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import type { Call } from '../call/call.ts'
import { hashMediaToken } from '../call/media-token.ts'
import { insertCall, type NewCall } from '../call/store.ts'

export const mediaUrlOf = ({ publicUrl }: Pick<Settings, 'publicUrl'>): string =>
  `${publicUrl.replace(/^http/i, 'ws')}/web-call/media`

/** No carrier takes part. */
export const webPricesOf = ({ prices }: Pick<Settings, 'prices'>) => ({
  priceMicros: prices.callMinuteMicros,
  carrierPriceMicros: 0,
})

type Own = 'uuid' | 'variables' | 'maxSeconds' | 'priceMicros' | 'carrierPriceMicros' | 'deadlineMs'
type OfVisitor = 'visitorDay' | 'visitorMicros' | 'visitorAddress' | 'origin'

interface NewWebCall extends Pick<NewCall, Own>, Partial<Pick<NewCall, OfVisitor>> {
  assistant: Assistant
  token: string
  tokenMs: number
}

/** Returns undefined if the UUID exists. */
export const insertWebCall = (tx: Tx, { token, tokenMs, ...call }: NewWebCall): Promise<Call | undefined> =>
  insertCall(tx.db, tx.account.id, {
    ...call,
    assistantId: call.assistant.id,
    type: 'web',
    status: 'initiated',
    assistantPhone: null,
    clientPhone: null,
    callbackToken: tx.newId(),
    carrierAccountId: null,
    externalId: null,
    dialState: 'placed',
    mediaToken: { sha256: hashMediaToken(token), forMs: tokenMs },
  })
