// Creates and updates the HTTP tools that assistants can use.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { InvalidInput, orRefuse } from '#server/platform/refusal.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import type { HttpTool, HttpToolFields } from '../assistant/assistant.ts'
import { insertTool, lockTool, type StoredTool, updateToolRow } from './store-tools.ts'
import { faultsOfHeaders, openHeaders, sealHeaders, unmaskHeaders } from './tool-headers.ts'
import { faultsOfPlaceholders } from './tool-placeholders.ts'
import { faultsOfTool, nameTaken, refuseFor } from './tool-rules.ts'

/** Refuses with `TOOL_NOT_FOUND`. */
export async function updateTool(
  ctx: AccountContext,
  id: number,
  changes: Partial<HttpToolFields>,
): Promise<StoredTool> {
  const faults = { ...faultsOfTool(ctx, changes), ...(await faultsOfPlaceholders(ctx, changes)) }
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

const defaults = {
  method: 'POST',
  headers: {},
  parameters: { type: 'object', properties: {} },
  speakDuring: null,
  timeoutSeconds: 10,
} as const

type Given = Partial<HttpToolFields> & Pick<HttpToolFields, 'name' | 'description' | 'url'>

export async function createTool(ctx: AccountContext, input: Given): Promise<StoredTool> {
  const tool = { ...defaults, ...input }
  const placeholders = await faultsOfPlaceholders(ctx, tool)
  refuseFor({ ...placeholders, ...faultsOfTool(ctx, tool), ...faultsOfHeaders(tool.headers) })
  const headers = sealHeaders(ctx.settings, ctx.account.id, tool.headers)
  const stored = await insertTool(ctx.db, ctx.account.id, { ...tool, ...headers })
  if (!stored) throw new InvalidInput(nameTaken)
  return stored
}
