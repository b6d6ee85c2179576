// Answers requests to webhook triggers: starts a run, and responds with what a step says or with the id of the run.
import { timingSafeEqual } from 'node:crypto'
import { actFor } from '#server/features/accounts/index.ts'
import { sanitizeJson } from '#server/features/conversations/index.ts'
import { bodySignature } from '#server/features/webhooks/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Callback, CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { isNestedDeeper } from '#server/platform/text/json-depth.ts'
import { withPatience } from '#server/platform/time/with-timeout.ts'
import { type AutomationHead, findAutomationByToken, findVersion } from '../automation/store.ts'
import { type Step, withNested } from '../flow/flow.ts'
import { openTriggerSecret } from '../flow/trigger-secret.ts'
import type { RunStatus } from '../runs/run.ts'
import { startRun } from '../runs/runner.ts'
import type { StartedRun } from '../runs/started-run.ts'
import { countWaiting } from '../runs/store.ts'
import { depthHeader, maxDepth } from '../steps/step-type.ts'
import { enqueueRun } from './enqueue-run.ts'

/** A flow is read again after this time, so that changes apply. */
const knownMs = 1_000
const mostKnown = 1_000
/** How long a request waits for a step that responds. */
const patienceMs = 30_000
/** Runs of one flow in one process. */
const defaultMaxRunning = 200
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
  responds: boolean
  untilMs: number
}

const targets = new Map<string, Promise<Target | undefined>>()
const running = new Map<string, number>()

export const webhookTrigger: Callback = {
  method: 'POST',
  path: '/api/automate/webhooks/:token',
  body: 'raw',
  answer: receive,
}

async function receive(context: AppContext, request: CallbackRequest): Promise<CallbackReply> {
  const target = await findTarget(context, request)
  if (!target?.automation.isEnabled || target.automation.triggerType !== 'webhook')
    return json(404, { message: 'Automation not found' })
  const { automation, secret, ctx } = target
  const { max_running: maxRunning = defaultMaxRunning, overflow = 'refuse' } = target.input
  if (secret !== undefined && !isSigned(request, secret)) return json(401, { message: 'Invalid signature.' })
  const body = readBody(request.raw)
  if (body === undefined) return json(400, { message: 'The body must be JSON.' })
  const depth = depthOf(request)
  if (depth > maxDepth) return json(508, { message: `Flows may not call each other more than ${maxDepth} times.` })
  const count = running.get(automation.id) ?? 0
  if (count >= maxRunning) return overflow === 'queue' ? queueRun(target, { body, depth }) : tooMany()
  running.set(automation.id, count + 1)
  const run = await startRun(ctx, automation, { trigger: triggerOf(body), depth }).catch((error: unknown) => {
    finished(automation.id)
    throw error
  })
  void run.ended.catch(() => {}).finally(() => finished(automation.id))
  const answer = target.responds ? await withPatience(patienceMs, answerOf(run)) : undefined
  return answer ?? started(run.id)
}

/** What a step has responded, or else how the run has ended. */
async function answerOf({ id, responded, ended }: StartedRun): Promise<CallbackReply> {
  const response = await responded
  if (response) return json(response.status, response.body)
  const { status } = (await ended) ?? { status: 'RUNNING' as const }
  return status === 'FAILED' ? json(500, { message: 'The run has failed.', run_id: id, status }) : started(id, status)
}

const started = (id: string, status: RunStatus = 'RUNNING'): CallbackReply => json(200, { run_id: id, status })

/** A job runs it when there is capacity. */
async function queueRun(
  { ctx, automation }: Target,
  { body, depth }: { body: unknown; depth: number },
): Promise<CallbackReply> {
  const ref = { accountId: ctx.account.id, automationId: automation.id }
  if ((await countWaiting(ctx.db, ref, maxWaiting)) >= maxWaiting) return tooMany()
  const id = ctx.newId()
  await transaction(ctx, (tx) => enqueueRun(tx, automation, { id, trigger: triggerOf(body), depth }))
  return started(id)
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
  return { ctx, automation, input: trigger.input, secret, responds: hasResponse(steps), untilMs }
}

const hasResponse = (steps: readonly Step[]): boolean => withNested(steps).some(({ type }) => type === 'respond')

function readBody(raw: Buffer): unknown {
  if (raw.length === 0) return {}
  try {
    const body: unknown = JSON.parse(raw.toString())
    return isNestedDeeper(body) ? undefined : sanitizeJson(body)
  } catch {
    return undefined
  }
}

/** As Parley signs its own webhooks. */
function isSigned({ raw, headers }: CallbackRequest, secret: string | null): boolean {
  if (secret === null) return false
  const given = Buffer.from(String(headers['x-signature-256'] ?? ''))
  const expected = Buffer.from(bodySignature(secret, raw))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): CallbackReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})
