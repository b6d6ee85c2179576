// HTTP handlers for tools.
import type { tools } from '#contract/assistants/tools.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { presentListedTool, presentTool, readTool } from './present.ts'
import { createTool } from './tools/create-tool.ts'
import { deleteToolRow, findTool, selectTools } from './tools/store-tools.ts'
import { updateTool } from './tools/update-tool.ts'

export const toolHandlers: Handlers<typeof tools> = {
  list: async (ctx) => (await selectTools(ctx.db, ctx.account.id)).map(presentListedTool),

  create: async (ctx, { body }) => ({
    message: 'Tool created successfully',
    data: presentTool(await createTool(ctx, readTool(body))),
  }),

  get: async (ctx, { params }) => {
    const tool = orRefuse(await findTool(ctx.db, ctx.account.id, params.id), 'TOOL_NOT_FOUND')
    return { data: presentTool(tool) }
  },

  update: async (ctx, { params, body }) => ({
    message: 'Tool updated successfully',
    data: presentTool(await updateTool(ctx, params.id, readTool(body))),
  }),

  delete: async (ctx, { params }) => {
    if (!(await deleteToolRow(ctx.db, ctx.account.id, params.id))) throw new Refusal('TOOL_NOT_FOUND')
    return { message: 'Tool deleted successfully' }
  },
}
