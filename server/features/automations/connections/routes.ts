// HTTP handlers for connections.
import type { connections } from '#contract/automations/connections.ts'
import type { EndpointInput, ReplyOf } from '#contract/wire/endpoint.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { fromApi, toApi } from '#server/platform/http/replies/api-names.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { createConnection, deleteConnection, retestConnection, updateConnection } from './change-connection.ts'
import { type Connection, readSecret } from './connection.ts'
import type { ConnectionPatch } from './draft.ts'
import { selectConnections } from './store.ts'

export const connectionHandlers: Handlers<typeof connections> = {
  list: async (ctx) => ({
    data: (await selectConnections(ctx.db, ctx.account.id)).map((one) => presentConnection(ctx, one)),
  }),

  create: async (ctx, { body }) => {
    const connection = await createConnection(ctx, { ...readConnection(body), name: body.name, type: body.type })
    return { message: 'Connection created successfully.', data: presentConnection(ctx, connection) }
  },

  update: async (ctx, { params, body }) => ({
    message: 'Connection updated successfully.',
    data: presentConnection(ctx, await updateConnection(ctx, params.id, readConnection(body))),
  }),

  test: async (ctx, { params }) => ({
    message: 'Connection tested successfully.',
    data: presentConnection(ctx, await retestConnection(ctx, params.id)),
  }),

  delete: async (ctx, { params }) => {
    await deleteConnection(ctx, params.id)
    return { message: 'Connection deleted successfully.' }
  },
}

const readConnection = (body: EndpointInput<typeof connections.update>['body']): ConnectionPatch => fromApi(body)

function presentConnection(
  ctx: Pick<AccountContext, 'settings'>,
  connection: Connection,
): ReplyOf<typeof connections.create>['data'] {
  const { settings, hint: secret, accountId: _account, sealedSecret: _sealed, ...shown } = connection
  const unreadable = readSecret(ctx.settings, connection) === undefined
  return { ...toApi(settings), ...toApi(shown), secret, unreadable }
}
