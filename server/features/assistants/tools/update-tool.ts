// Updates an HTTP tool for all assistants that use it.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { InvalidInput, orRefuse } from '#server/platform/refusal.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import type { HttpTool, HttpToolFields } from '../assistant/assistant.ts'
import { lockTool, type StoredTool, updateToolRow } from './store-tools.ts'
import { faultsOfHeaders, openHeaders, sealHeaders, unmaskHeaders } from './tool-headers.ts'
import { faultsOfTool, nameTaken, refuseFor } from './tool-rules.ts'

/** Refuses with `TOOL_NOT_FOUND`. */
export async function updateTool(
  ctx: AccountContext,
  id: number,
  changes: Partial<HttpToolFields>,
): Promise<StoredTool> {
  const faults = faultsOfTool(ctx, changes)
  const { headers: newHeaders, ...plain } = changes
  try {
    return await transaction(ctx, async (tx) => {
      const tool = orRefuse(await lockTool(tx.db, tx.account.id, id), 'TOOL_NOT_FOUND')
      const values = newHeaders && unmaskHeaders(newHeaders, storedHeaders(tx, tool))
      refuseFor({ ...faults, ...faultsOfHeaders(values ?? {}) })
      const headers = values && sealHeaders(tx.settings, tx.account.id, values)
      return (await updateToolRow(tx.db, tx.account.id, { ...tool, ...plain, ...headers }))!
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new InvalidInput(nameTaken)
    throw error
  }
}

/** Headers encrypted under another master key cannot be kept; the request must supply all of them. */
function storedHeaders({ settings }: Pick<Tx, 'settings'>, tool: HttpTool): Record<string, string> {
  try {
    return openHeaders(settings, tool)
  } catch (error) {
    if (!(error instanceof BoxError)) throw error
    return {}
  }
}
