// Creates an HTTP tool that assistants can use.
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import type { HttpToolFields } from '../assistant/assistant.ts'
import { insertTool, type StoredTool } from './store-tools.ts'
import { faultsOfHeaders, sealHeaders } from './tool-headers.ts'
import { faultsOfTool, nameTaken, refuseFor } from './tool-rules.ts'

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
  refuseFor({ ...faultsOfTool(ctx, tool), ...faultsOfHeaders(tool.headers) })
  const headers = sealHeaders(ctx.settings, ctx.account.id, tool.headers)
  const stored = await insertTool(ctx.db, ctx.account.id, { ...tool, ...headers })
  if (!stored) throw new InvalidInput(nameTaken)
  return stored
}
