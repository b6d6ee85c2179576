// Serves the control API, its page, its event stream and a sample website, to clients on the same machine only.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { serveFile } from '../rest/media.ts'
import { InvalidStep } from '../voice/audio.ts'
import { readControlBody } from './bodies.ts'
import type { ControlContext } from './control-route.ts'
import { pageHeaders, policyOf, serveAppearance, servePhonePage } from './phone-page.ts'
import { controlRoutes } from './routes.ts'
import { rejectionReason } from './same-machine.ts'
import { serveSampleWebsite } from './sample-website.ts'

const page = readFileSync(new URL('./page.html', import.meta.url), 'utf8')
/** A sample file with an address that needs no network. */
const picture = readFileSync(new URL('./picture.png', import.meta.url))

export function registerControl(app: FastifyInstance, sandbox: ControlContext): void {
  app.addHook('onRequest', async (request, reply) => {
    const reason = rejectionReason(request.raw)
    if (reason) return reply.code(403).send({ error: reason })
  })
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply.code(404).send({ error: `${method} ${url} does not exist.` }),
  )
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send({ error: error.message })
    if (error instanceof SyntaxError || error instanceof InvalidStep)
      return reply.code(400).send({ error: error.message })
    if (error.statusCode !== undefined && error.statusCode < 500)
      return reply.code(error.statusCode).send({ error: error.message })
    sandbox.context.log.error({ error }, 'a request to the control API failed')
    return reply.code(500).send({ error: 'The request failed. The log says why.' })
  })
  app.get('/', (_request, reply) => sendPage(reply))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/picture.png',
    handler: (_request, reply) => reply.type('image/png').send(picture),
  })
  serveSampleWebsite(app, sandbox.context.settings)
  serveAppearance(app)
  servePhonePage(app)
  app.get('/events', (_request, reply) => streamEvents(sandbox.context, reply))
  app.get<{ Params: { sid: string } }>('/media/:sid(ME[0-9a-f]{32})', (request, reply) => {
    const { headers, body } = serveFile(sandbox.context, request.params.sid)
    return sendBytes(request, reply.headers(headers!), body as Buffer)
  })
  app.get<{ Params: { sid: string } }>('/calls/:sid(CA[0-9a-f]{32})/recording', (request, reply) => {
    const { sid } = request.params
    const wav = sandbox.control.recording(sid)
    if (!wav) throw new ApiError(20404, `The call ${sid} was not recorded.`)
    return sendBytes(request, reply.type('audio/wav').header('cache-control', 'no-store'), wav)
  })
  for (const [method, url, handle] of controlRoutes) {
    app.route<{ Params: { id?: string } }>({
      method,
      url,
      async handler(request, reply) {
        const query = new URLSearchParams(request.query as Record<string, string>)
        const json = method === 'POST' ? readControlBody(url, parseObject(request.body as string | undefined)) : {}
        const result = await handle(sandbox, { query, json }, request.params.id ?? '')
        return reply.header('cache-control', 'no-store').send(result ?? { ok: true })
      },
    })
  }
}

function parseObject(text = ''): Record<string, unknown> {
  const value: unknown = text === '' ? {} : JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError('The body must be a JSON object.')
  return value as Record<string, unknown>
}

function sendPage(reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf({ code: `'nonce-${nonce}'`, connect: "'self'" }),
    })
    .send(page.replaceAll('{{nonce}}', nonce))
}

/** Sends one line per event; clients fetch the changed state themselves. */
function streamEvents({ events, scheduler }: SandboxContext, reply: FastifyReply): void {
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write(`data: ${JSON.stringify({ type: 'clock', turned_ms: scheduler.turnedMs() })}\n\n`)
  const unsubscribe = events.subscribe((event) => {
    const message = 'message' in event ? { sid: event.message.sid, from: event.message.from, to: event.message.to } : {}
    const call = event.type === 'call' ? { sid: event.call.sid, from: event.call.from, to: event.call.to } : {}
    const typing = event.type === 'typing' ? { from: event.from, to: event.to } : {}
    const clock = event.type === 'clock' ? { turned_ms: event.turnedMs } : {}
    if (response.writableLength < 1e6)
      response.write(`data: ${JSON.stringify({ type: event.type, ...message, ...call, ...typing, ...clock })}\n\n`)
  })
  const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), 20_000)
  heartbeat.unref()
  response.once('close', () => {
    clearInterval(heartbeat)
    unsubscribe()
  })
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  reply.header('accept-ranges', 'bytes')
  const range = rangeOf(request.headers.range, bytes.length)
  if (!range) return reply.send(bytes)
  const [start, end] = range
  if (start >= end) return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end - 1}/${bytes.length}`)
    .send(bytes.subarray(start, end))
}

/** The first byte, and the one after the last. Undefined for the whole file, and if the header is invalid or has several ranges. */
function rangeOf(header: string | undefined, size: number): [start: number, end: number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '') return last === '' ? undefined : [Math.max(0, size - Number(last)), size]
  if (last !== '' && Number(last) < Number(first)) return undefined
  return [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)]
}
