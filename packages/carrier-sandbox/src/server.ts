// The HTTP server: Twilio's API at the root, and the control API and page under `/sandbox`.
import type { AddressInfo } from 'node:net'
import { type FastifyError, type FastifyReply, fastify } from 'fastify'
import type { ControlContext } from './control/control-route.ts'
import { servePhoneSockets } from './control/phone-socket.ts'
import { registerControl } from './control/serve-control.ts'
import { registerApi } from './rest/routes.ts'

export async function listen(sandbox: ControlContext, { host, port }: { host: string; port: number }) {
  const { context } = sandbox
  const app = fastify({
    // Requests to switch to another protocol, such as `h2c`, are served as if they did not ask for it.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
    bodyLimit: 48 * 2 ** 20,
    requestTimeout: 300_000,
    keepAliveTimeout: 60_000,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1_024 },
    frameworkErrors: (_error, _request, reply) => void (reply as FastifyReply).code(400).send(),
  })
  // The activity log keeps bodies as text, and Twilio ignores a body of an unexpected type instead of refusing it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    // Fastify would refuse a malformed type.
    if (headers['content-type']?.includes('/') === false) delete headers['content-type']
    done()
  })
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) return void reply.code(error.statusCode).send()
    context.log.error({ error }, 'the sandbox carrier failed')
    reply.hijack()
    reply.raw.destroy()
  })
  app.register(async (scope) => registerControl(scope, sandbox), { prefix: '/sandbox' })
  registerApi(app, context)
  const phoneSockets = servePhoneSockets(app.server, sandbox)
  await app.listen({ host, port })
  return {
    port: (app.server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      phoneSockets[Symbol.dispose]()
      await app.close()
    },
  }
}
