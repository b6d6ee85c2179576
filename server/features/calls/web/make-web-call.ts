// Creates a web call: checks the assistant, reserves the cost, and issues the token for the browser's connection.
import { type Assistant, type ChangedFields, findAssistant, trySettings } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { Call } from '../call/call.ts'
import { createMediaToken } from '../call/media-token.ts'
import { holdCost, ledgerRefOf } from '../call/money.ts'
import { prepareGreeting } from '../session/prepare-session.ts'
import { insertWebCall, mediaUrlOf, webPricesOf } from './web-call.ts'

/** The person may have to allow the microphone first. */
const tokenMs = 5 * 60_000
/** The hold of a call that was not connected is released after this time. */
const deadlineMs = tokenMs + 30_000

export interface WebCallOrder {
  assistantId: number
  variables: Record<string, string>
  /** Settings to try instead of the saved ones. */
  changedSettings?: ChangedFields | undefined
}

export interface IssuedWebCall {
  call: Pick<Call, 'id' | 'status'>
  token: string
  url: string
  pageUrl: string
  expiresInSeconds: number
}

/** Refuses with `ASSISTANT_NOT_FOUND`, `ASSISTANT_CANNOT_CALL`, `INSUFFICIENT_BALANCE` and `FORBIDDEN`. */
export async function makeWebCall(ctx: AccountContext, order: WebCallOrder): Promise<IssuedWebCall> {
  const saved = orRefuse(await findAssistant(ctx.db, ctx.account.id, order.assistantId), 'ASSISTANT_NOT_FOUND')
  if (saved.deactivated) throw new Refusal('ASSISTANT_CANNOT_CALL', 'The assistant is deactivated.')
  const assistant = await trySettings(ctx, saved, order.changedSettings)
  const { variables } = order
  const token = createMediaToken()
  const call = await holdAndInsert(ctx, { assistant, variables, token })
  await prepareGreeting(ctx, { assistant, variables, type: 'web', clientPhone: null })
  const { publicUrl } = ctx.settings
  return {
    call,
    token,
    url: mediaUrlOf(ctx.settings),
    // Browsers do not send the fragment to the server, so no log contains the token.
    pageUrl: `${publicUrl}/web-call#${token}`,
    expiresInSeconds: tokenMs / 1000,
  }
}

function holdAndInsert(
  ctx: AccountContext,
  { assistant, variables, token }: { assistant: Assistant; variables: Record<string, string>; token: string },
): Promise<Call> {
  const uuid = ctx.newId()
  return transaction(ctx, async (tx) => {
    const prices = webPricesOf(tx.settings)
    const maxSeconds = await holdCost(tx, ledgerRefOf({ uuid }), prices, assistant.maxDurationSeconds)
    const call = await insertWebCall(tx, {
      uuid,
      assistant,
      variables,
      token,
      tokenMs,
      maxSeconds,
      ...prices,
      deadlineMs,
    })
    return call!
  })
}
