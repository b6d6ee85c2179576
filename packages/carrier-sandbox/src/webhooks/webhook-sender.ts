// Sends signed webhooks with timeouts and retries.
import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import type { OutgoingWebhook, SendWebhook, WebhookOutcome } from '../core/activity-log.ts'
import type { SandboxContext } from '../core/context.ts'
import { routeOf } from '../core/tunnels.ts'
import { type ConnectionOverrides, parseConnectionOverrides, type RetryReason } from './connection-overrides.ts'

export function createWebhookSender(context: SandboxContext): { send: SendWebhook } & AsyncDisposable {
  const { scheduler, settings, activityLog } = context
  const agents = new Map<number, Agent>()
  const closing = new AbortController()

  function agentFor(connectMs: number): Agent {
    let agent = agents.get(connectMs)
    if (!agent) {
      agent = new Agent({ connect: { timeout: connectMs }, connections: 128, keepAliveMaxTimeout: 10_000 })
      agents.set(connectMs, agent)
    }
    return agent
  }

  async function attempt(
    webhook: OutgoingWebhook,
    limits: ConnectionOverrides,
    leftMs: number,
    headers: Record<string, string>,
  ): Promise<WebhookOutcome> {
    const { target, body } = httpRequestOf(webhook)
    const timeout = AbortSignal.timeout(Math.min(limits.connectMs + limits.readMs, leftMs))
    try {
      const route = routeOf(target, settings.tunnels)
      const reply = await request(route.url, {
        method: webhook.method,
        headers: { ...headers, ...route.headers },
        body,
        dispatcher: agentFor(limits.connectMs),
        headersTimeout: limits.readMs,
        bodyTimeout: limits.readMs,
        signal: AbortSignal.any([timeout, closing.signal]),
      })
      const contentType = String(reply.headers['content-type'] ?? '')
      return { outcome: reply.statusCode, contentType, body: await readUpToLimit(reply.body) }
    } catch (error) {
      return { outcome: failureOf(error, timeout), contentType: '', body: '' }
    }
  }

  async function sendWithRetries(webhook: OutgoingWebhook, onFirstAttempt: () => void): Promise<WebhookOutcome> {
    const limits = parseConnectionOverrides(webhook.url)
    const headers = headersOf(webhook, context)
    let leftMs = limits.totalMs
    let onAttemptDone = onFirstAttempt
    for (let attemptNumber = 1; ; attemptNumber++) {
      const startedAt = performance.now()
      const atMs = scheduler.nowMs()
      const result = await attempt(webhook, limits, leftMs, headers)
      const durationMs = Math.round(performance.now() - startedAt)
      const { outcome } = result
      if (!closing.signal.aborted)
        activityLog.recordWebhook({ ...webhook, atMs, attempt: attemptNumber, outcome, durationMs })
      onAttemptDone()
      leftMs -= durationMs + settings.delaysMs.retry
      const reason = reasonToRetry(outcome)
      const retries =
        reason !== undefined && limits.retryOn.has(reason) && attemptNumber <= limits.retries && leftMs > 0
      if (!retries || closing.signal.aborted) return result
      const { promise: retried, resolve } = Promise.withResolvers<void>()
      onAttemptDone = resolve
      await new Promise<void>((start) => {
        scheduler.after(settings.delaysMs.retry, () => {
          start()
          return retried
        })
      })
    }
  }

  return {
    send(webhook) {
      const { promise: firstAttempt, resolve } = Promise.withResolvers<void>()
      return { firstAttempt, done: sendWithRetries(webhook, resolve) }
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

/** Removes the fragment of the URL; for GET, moves the form to the query. */
function httpRequestOf({ url, method, form }: OutgoingWebhook): { target: string; body: string | undefined } {
  const bare = url.split('#')[0]!
  const fields = new URLSearchParams(form).toString()
  if (method === 'POST') return { target: bare, body: fields }
  return { target: `${bare}${bare.includes('?') ? '&' : '?'}${fields}`, body: undefined }
}

function headersOf(webhook: OutgoingWebhook, { authToken, settings }: SandboxContext): Record<string, string> {
  const { target } = httpRequestOf(webhook)
  const fragment = settings.signFragment && webhook.url.includes('#') ? `#${webhook.url.split('#')[1]}` : ''
  const form = webhook.method === 'POST' ? webhook.form : undefined
  return {
    'user-agent': 'TwilioProxy/1.1',
    accept: '*/*',
    'x-home-region': 'us1',
    // All attempts share the token, so that the receiver can recognise a retry.
    'i-twilio-idempotency-token': randomUUID(),
    'x-twilio-signature': signWebhook(authToken, target + fragment, form),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
  }
}

function reasonToRetry(outcome: WebhookOutcome['outcome']): RetryReason | undefined {
  if (outcome === 'connect-failed') return 'ct'
  if (outcome === 'timed-out' || outcome === 'broken') return 'rt'
  if (outcome >= 500) return '5xx'
  return outcome >= 400 ? '4xx' : undefined
}

const connectErrors = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

function failureOf(error: unknown, signal: AbortSignal): 'connect-failed' | 'timed-out' | 'broken' {
  const { code = '', name } = error as { code?: string; name?: string }
  if (connectErrors.test(code)) return 'connect-failed'
  return signal.aborted || name === 'HeadersTimeoutError' || name === 'BodyTimeoutError' ? 'timed-out' : 'broken'
}

async function readUpToLimit(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > 64 * 1024) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export function signWebhook(authToken: string, url: string, form: Record<string, string> = {}): string {
  const fields = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64')
}
