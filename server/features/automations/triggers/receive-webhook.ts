// Answers requests to webhook triggers: starts a run, and responds with what a step says or with the id of the run.
import { timingSafeEqual } from 'node:crypto'
import { actFor } from '#server/features/accounts/index.ts'
import { bodySignature } from '#server/features/webhooks/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Callback, CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { withPatience } from '#server/platform/time/with-timeout.ts'
import { type AutomationHead, findAutomationByToken, findVersion } from '../automation/store.ts'
import type { CompiledFlow } from '../flow/compile-flow.ts'
import { type Step, withNested } from '../flow/flow.ts'
import { withRequest } from '../flow/request-fields.ts'
import { openTriggerSecret } from '../flow/trigger-secret.ts'
import { derivedId } from '../runs/derived-id.ts'
import { loadFlow } from '../runs/load-flow.ts'
import { reopenRun } from '../runs/reopen-run.ts'
import type { Response, RunStatus } from '../runs/run.ts'
import { resumeRun, startRun } from '../runs/runner.ts'
import type { Start, StartedRun } from '../runs/started-run.ts'
import { countWaiting, findRun } from '../runs/store.ts'
import { depthHeader, maxDepth } from '../steps/step-type.ts'
import { deliveryIdOf } from './delivery-id.ts'
import { enqueueRun } from './enqueue-run.ts'
import { maxBodyBytes, readRequestBody } from './request-body.ts'
import { requestDataOf } from './request-data.ts'

/** A flow is read again after this time, so that changes apply. */
const knownMs = 1_000
const mostKnown = 1_000
/** How long a request waits for a step that responds. */
const patienceMs = 30_000
/** Runs of one flow in one process. */
const defaultMaxRunning = 200
/** Runs that repeated attempts at one delivery start because the flow refuses them. */
const maxAttempts = 10
/** Runs of one flow that wait. */
const maxWaiting = 10_000

interface WebhookInput {
  max_running?: number
  overflow?: 'refuse' | 'queue'
}

interface Target {
  ctx: AccountContext
  automation: AutomationHead
  input: WebhookInput
  /** Undefined without a secret. Null if it cannot be decrypted, so all requests are refused. */
  secret: string | null | undefined
  flow: CompiledFlow
  responds: boolean
  /** Other GET requests, such as those of browsers and previews of links, start no run. */
  answersGet: boolean
  untilMs: number
}

const targets = new Map<string, Promise<Target | undefined>>()
const running = new Map<string, number>()

/** HEAD comes with GET. */
export const webhookTriggers: readonly Callback[] = (['GET', 'POST', 'PUT', 'PATCH'] as const).map((method) => ({
  method,
  path: '/api/automate/webhooks/:token',
  body: 'raw',
  maxBytes: maxBodyBytes,
  answer: receive,
}))

async function receive(context: AppContext, request: CallbackRequest): Promise<CallbackReply> {
  const target = await findTarget(context, request)
  if (!target?.automation.isEnabled || target.automation.triggerType !== 'webhook')
    return json(404, { message: 'Automation not found' })
  const { automation, secret } = target
  if (secret !== undefined && !isSigned(request, secret)) return json(401, { message: 'Invalid signature.' })
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && !(request.method === 'GET' && target.answersGet))
    return json(200, { message: 'The webhook is active. A POST request starts a run.' })
  const body = isRead ? { value: {} } : await readRequestBody(request.raw, request.headers)
  if (!('value' in body)) return json(body.status, { message: body.message })
  const depth = depthOf(request)
  if (depth > maxDepth) return json(508, { message: `Flows may not call each other more than ${maxDepth} times.` })
  const trigger = triggerOf(body.value)
  const start: Start = {
    trigger,
    depth,
    ...(target.flow.requestFields.length > 0 && { request: requestDataOf(request, target.flow.queryNames) }),
  }
  const deliveryId = isRead ? undefined : deliveryIdOf(request.headers, body.value)
  if (deliveryId === undefined) return (await startOrQueue(target, start)) as CallbackReply
  for (let attempt = 1; ; attempt++) {
    const id = derivedId(automation.id, deliveryId, attempt)
    const reply = (await startOrQueue(target, { ...start, id })) ?? (await repeat(target, id, attempt))
    if (reply) return reply
  }
}

/** Returns undefined if a run with this id exists already. */
function startOrQueue(target: Target, start: Start): Promise<CallbackReply | undefined> {
  const { max_running: maxRunning = defaultMaxRunning, overflow = 'refuse' } = target.input
  if ((running.get(target.automation.id) ?? 0) < maxRunning)
    return execute(target, (ctx) => startRun(ctx, target.automation, start), start.request?.method)
  return overflow === 'queue' ? queueRun(target, start) : Promise.resolve(tooMany())
}

async function execute(
  { ctx, automation, responds }: Target,
  begin: (ctx: AccountContext) => Promise<StartedRun | undefined>,
  method: string | undefined,
): Promise<CallbackReply | undefined> {
  running.set(automation.id, (running.get(automation.id) ?? 0) + 1)
  let run: StartedRun | undefined
  try {
    run = await begin(ctx)
  } finally {
    if (!run) finished(automation.id)
  }
  if (!run) return undefined
  void run.ended.catch(() => {}).finally(() => finished(automation.id))
  const answer = responds ? await withPatience(patienceMs, answerOf(run, method)) : undefined
  return answer ?? started(run.id)
}

/**
 * Answers another attempt at a delivery that has a run. A failed run continues with its failed step, as after a retry. If
 * the flow has refused the delivery by its response, undefined is returned, and the delivery starts another run.
 */
async function repeat(target: Target, runId: string, attempt: number): Promise<CallbackReply | undefined> {
  const { ctx } = target
  const ref = { accountId: ctx.account.id, runId }
  const run = await findRun(ctx.db, ref)
  if (run?.status === 'FAILED' && (await reopenRun(ctx, ref)))
    return (await execute(target, () => resumeRun(ctx, ref), undefined)) ?? started(runId)
  if (run?.status === 'SUCCEEDED' && run.response) {
    if (run.response.status >= 400 && attempt < maxAttempts) return undefined
    return replyOf(run.response, undefined, { 'idempotent-replayed': 'true' })
  }
  return json(200, { run_id: runId, status: run?.status ?? 'RUNNING', duplicate: true })
}

/** What a step has responded, or else how the run has ended. */
async function answerOf({ id, responded, ended }: StartedRun, method: string | undefined): Promise<CallbackReply> {
  const response = await responded
  if (response) return replyOf(response, method)
  const { status } = (await ended) ?? { status: 'RUNNING' as const }
  return status === 'FAILED' ? json(500, { message: 'The run has failed.', run_id: id, status }) : started(id, status)
}

const started = (id: string, status: RunStatus = 'RUNNING'): CallbackReply => json(200, { run_id: id, status })

/** A job runs it when there is capacity. Returns undefined if it exists already. */
async function queueRun(
  { ctx, automation, flow }: Target,
  { trigger, request, depth, id = ctx.newId() }: Start,
): Promise<CallbackReply | undefined> {
  const ref = { accountId: ctx.account.id, automationId: automation.id }
  if ((await countWaiting(ctx.db, ref, maxWaiting)) >= maxWaiting) return tooMany()
  const data = withRequest(trigger, flow.requestFields, request)
  const isNew = await transaction(ctx, (tx) => enqueueRun(tx, automation, { id, trigger: data, depth }))
  return isNew ? started(id) : undefined
}

const tooMany = (): CallbackReply =>
  json(429, { message: 'Too Many Attempts.', retry_after: 1 }, { 'retry-after': '1' })

function finished(id: string): void {
  const count = running.get(id) ?? 0
  if (count > 1) running.set(id, count - 1)
  else running.delete(id)
}

/** Steps of flows say how many flows have called each other. */
function depthOf({ headers }: CallbackRequest): number {
  const depth = Number(headers[depthHeader] ?? 0)
  return Number.isInteger(depth) && depth >= 0 ? depth : 0
}

/** Fields of an object can be used directly; other bodies are `body`. */
const triggerOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : { body }

async function findTarget(context: AppContext, request: CallbackRequest): Promise<Target | undefined> {
  const token = request.params['token'] ?? ''
  if (!/^[\w-]{32}$/.test(token)) return undefined
  const known = targets.get(token)
  const target = known && (await known)
  if (target && target.untilMs > performance.now()) return target
  const loading = loadTarget(context, request, token)
  // Unknown tokens are not remembered, so that they cannot displace others.
  loading.then(
    (found) => {
      if (found) remember(token, loading)
      else targets.delete(token)
    },
    () => targets.delete(token),
  )
  return loading
}

function remember(token: string, target: Promise<Target | undefined>): void {
  if (targets.size >= mostKnown) targets.delete(targets.keys().next().value!)
  targets.set(token, target)
}

async function loadTarget(context: AppContext, request: CallbackRequest, token: string): Promise<Target | undefined> {
  const automation = await findAutomationByToken(request.publicDb(), token)
  const ctx = automation && (await actFor(context, automation.accountId))
  if (!ctx) return undefined
  const key = { automationId: automation.id, version: automation.version }
  const version = await findVersion(ctx.db, automation.accountId, key)
  if (!version) return undefined
  const { trigger, steps } = version.flow
  const secret = openTriggerSecret(ctx, version)
  if (secret === null)
    ctx.log.warn({ automation: automation.id }, 'the secret of a webhook trigger cannot be decrypted')
  const untilMs = performance.now() + knownMs
  const flow = (await loadFlow(ctx, key))!
  const answersGet = flow.requestFields.some((field) => field !== 'headers')
  return { ctx, automation, input: trigger.input, secret, flow, responds: hasResponse(steps), answersGet, untilMs }
}

const hasResponse = (steps: readonly Step[]): boolean => withNested(steps).some(({ type }) => type === 'respond')

/** As Parley signs its own webhooks. */
function isSigned({ raw, headers }: CallbackRequest, secret: string | null): boolean {
  if (secret === null) return false
  const given = Buffer.from(String(headers['x-signature-256'] ?? ''))
  const expected = Buffer.from(bodySignature(secret, raw))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Browsers run no scripts of the response, which comes from the origin of the dashboard. A text that answers a GET request
 * is what the sender wants to have repeated.
 */
function replyOf(
  { status, body, content_type: type }: Response,
  method: string | undefined,
  headers: Record<string, string> = {},
): CallbackReply {
  const contentType = type ?? (method === 'GET' && typeof body === 'string' ? 'text/plain' : 'application/json')
  const isText = typeof body === 'string' && !/[/+]json\b/i.test(contentType)
  return {
    status,
    headers: {
      'content-type': contentType.includes(';') ? contentType : `${contentType}; charset=utf-8`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'no-store',
      ...headers,
    },
    body: isText ? body : JSON.stringify(body),
  }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): CallbackReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})
