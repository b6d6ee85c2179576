// Starts the HTTP layer with the endpoints of a test.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { Registry } from 'prom-client'
import type { AppContext } from '#server/platform/context/context.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { StreamLimits } from '#server/platform/http/bodies/streamed-file.ts'
import { openUploadFolder } from '#server/platform/http/bodies/upload-folder.ts'
import { createRequestMetrics } from '#server/platform/http/request-metrics.ts'
import type { Route } from '#server/platform/http/route.ts'
import { createHttpServer, type HttpServerOptions } from '#server/platform/http/server.ts'
import type { Caller } from '#server/platform/http/stages/authorize.ts'
import { startTestApp } from '../app/test-app.ts'

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  text: string
  /** The parsed JSON body; undefined if the body is not JSON. */
  body: Record<string, unknown>
}

type HarnessOptions = Partial<HttpServerOptions> & { streamLimits?: StreamLimits }

/** Starts the HTTP layer with a test app of its own. */
export async function startHttpHarness(routes: readonly Route[], options: HarnessOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const parley = opened.use(await startTestApp())
  const harness = opened.use(await createHttpHarness(parley.app.context, routes, options))
  const stack = opened.move()
  return { ...harness, parley, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** A token of the form `account:<id>` authenticates as that account. */
export async function createHttpHarness(
  context: AppContext,
  routes: readonly Route[],
  { streamLimits, ...options }: HarnessOptions = {},
) {
  const metrics = createRequestMetrics(new Registry())
  const http = createHttpServer({ log: context.log, metrics, trustedProxies: [], ...options })
  const uploadFolder = await mkdtemp(join(tmpdir(), 'parley-uploads-'))
  bind(http, routes, {
    context,
    publicShare: { enter: () => context.db },
    authenticate: callerOf,
    authenticateSession: () => undefined,
    auditLog: undefined,
    strictReplies: true,
    findAssistantIds: async () => new Map(),
    corsOrigins: [],
    uploads: await openUploadFolder(uploadFolder, context.liveness),
    ...(streamLimits && { streamLimits }),
  })
  await http.ready()
  return {
    http,
    async ask({ token, ...options }: InjectOptions & { token?: string }): Promise<Answer> {
      const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...options.headers }
      const response = await http.inject({ ...options, headers })
      const { statusCode: status, payload: text } = response
      return { status, headers: response.headers as Answer['headers'], text, body: parse(text) }
    },
    uploadFolder,
    async [Symbol.asyncDispose]() {
      await http.close()
      await rm(uploadFolder, { recursive: true, force: true })
    },
  }
}

function callerOf(token: string): Caller | undefined {
  const id = Number(/^account:(\d+)$/.exec(token)?.[1] ?? 0)
  if (id === 0) return undefined
  const account = { id, kind: 'direct', timeZone: 'UTC', country: 'US' } as const
  return { account, actor: { kind: 'key', id, name: 'test', scopes: null } }
}

function parse(text: string): Answer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return undefined as never
  }
}
