// Posts signed webhooks, with their time limits and retries.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import { signTwilioWebhook } from '#server/platform/security/twilio-signature.ts'
import type { LoggedWebhook } from '../core/request-log.ts'
import type { Timetable } from '../core/timetable.ts'
import type { WebhookOutcome, WebhookPost, WebhookToPost } from '../core/webhook.ts'
import { type Overrides, parseOverrides, type RetryReason } from './overrides.ts'

export interface PosterOptions {
  authToken: () => string
  timetable: Timetable
  retryDelayMs: () => number
  signFragment: () => boolean
  onTry: (entry: LoggedWebhook) => void
}

const longestAnswer = 64 * 1024

export function createPoster(options: PosterOptions): { post: WebhookPost } & AsyncDisposable {
  const agents = new Map<number, Agent>()
  const underWay = new Set<AbortController>()
  let closed = false

  function agentFor(connectMs: number): Agent {
    let agent = agents.get(connectMs)
    if (!agent) {
      agent = new Agent({ connect: { timeout: connectMs }, connections: 128, keepAliveMaxTimeout: 10_000 })
      agents.set(connectMs, agent)
    }
    return agent
  }

  function startTimer(ms: number): { signal: AbortSignal; stop: () => void } {
    const controller = new AbortController()
    underWay.add(controller)
    const timer = setTimeout(() => controller.abort(), ms)
    return {
      signal: controller.signal,
      stop() {
        clearTimeout(timer)
        underWay.delete(controller)
      },
    }
  }

  async function attempt(webhook: WebhookToPost, limits: Overrides, leftMs: number, headers: Record<string, string>) {
    const { target, body } = dialled(webhook)
    const time = startTimer(Math.min(limits.connectMs + limits.readMs, leftMs))
    try {
      const reply = await request(target, {
        method: webhook.method,
        headers,
        body,
        dispatcher: agentFor(limits.connectMs),
        headersTimeout: limits.readMs,
        bodyTimeout: limits.readMs,
        signal: time.signal,
      })
      const text = await readStart(reply.body)
      return {
        outcome: reply.statusCode,
        contentType: String(reply.headers['content-type'] ?? ''),
        body: text,
      } satisfies WebhookOutcome
    } catch (error) {
      return { outcome: failureOf(error, time.signal), contentType: '', body: '' } satisfies WebhookOutcome
    } finally {
      time.stop()
    }
  }

  async function tryAll(webhook: WebhookToPost, over: () => void): Promise<WebhookOutcome> {
    const limits = parseOverrides(webhook.url)
    const headers = headersOf(webhook, options)
    let leftMs = limits.totalMs
    for (let number = 1; ; number++) {
      const startedAt = performance.now()
      const atMs = options.timetable.nowMs()
      const result = await attempt(webhook, limits, leftMs, headers)
      const durationMs = Math.round(performance.now() - startedAt)
      const { kind, url, method, form, messageSid } = webhook
      if (!closed) {
        options.onTry({
          atMs,
          kind,
          url,
          method,
          form,
          messageSid,
          attempt: number,
          outcome: result.outcome,
          durationMs,
        })
      }
      over()
      leftMs -= durationMs + options.retryDelayMs()
      const reason = reasonToRetry(result.outcome)
      const again = reason !== undefined && limits.retryOn.has(reason) && number <= limits.retries && leftMs > 0
      if (!again || closed) return result
      const { promise: triedAgain, resolve } = Promise.withResolvers<void>()
      over = resolve
      await new Promise<void>((begin) => {
        options.timetable.after(options.retryDelayMs(), () => {
          begin()
          return triedAgain
        })
      })
    }
  }

  return {
    post(webhook) {
      const { promise: tried, resolve } = Promise.withResolvers<void>()
      return { tried, done: tryAll(webhook, resolve) }
    },
    async [Symbol.asyncDispose]() {
      closed = true
      for (const controller of underWay) controller.abort()
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

/** The address as it is dialled: without its fragment, and with the form in its query for GET. */
function dialled({ url, method, form }: WebhookToPost): { target: string; body: string | undefined } {
  const bare = url.split('#')[0]!
  const fields = new URLSearchParams(form).toString()
  if (method === 'POST') return { target: bare, body: fields }
  return { target: `${bare}${bare.includes('?') ? '&' : '?'}${fields}`, body: undefined }
}

function headersOf(webhook: WebhookToPost, options: PosterOptions): Record<string, string> {
  const { target } = dialled(webhook)
  const fragment = options.signFragment() && webhook.url.includes('#') ? `#${webhook.url.split('#')[1]}` : ''
  const form = webhook.method === 'POST' ? webhook.form : undefined
  return {
    'user-agent': 'TwilioProxy/1.1',
    accept: '*/*',
    'x-home-region': 'us1',
    // One token for all tries, so that a receiver can tell a repeat.
    'i-twilio-idempotency-token': randomUUID(),
    'x-twilio-signature': signTwilioWebhook({ authToken: options.authToken(), url: target + fragment, form }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
  }
}

function reasonToRetry(outcome: WebhookOutcome['outcome']): RetryReason | undefined {
  if (outcome === 'connect-failed') return 'ct'
  if (outcome === 'timed-out' || outcome === 'broken') return 'rt'
  if (outcome >= 500) return '5xx'
  return outcome >= 400 ? '4xx' : undefined
}

const connectFaults = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

function failureOf(error: unknown, signal: AbortSignal): 'connect-failed' | 'timed-out' | 'broken' {
  const { code = '', name } = error as { code?: string; name?: string }
  if (connectFaults.test(code)) return 'connect-failed'
  return signal.aborted || name === 'HeadersTimeoutError' || name === 'BodyTimeoutError' ? 'timed-out' : 'broken'
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > longestAnswer) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
