// Creates an automation: checks its flow, stores it, tests it, and enables it.
import { findAssistant, findAssistantIds } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import { type Automation, type BoundWebhook, newShortId } from './automation/automation.ts'
import { bindWebhook } from './automation/bind-webhook.ts'
import { findAutomation, insertAutomation, insertVersion, updateAutomationRow } from './automation/store.ts'
import { compileFlow, hasSideEffects } from './flow/compile-flow.ts'
import type { Flow } from './flow/flow.ts'
import { readFlow } from './flow/read-flow.ts'
import { nextTime } from './flow/schedule.ts'
import { addDispatchJob } from './runs/dispatch-job.ts'
import type { Response, RunStatus, StepRow } from './runs/run.ts'
import { startRun } from './runs/runner.ts'
import { findRun, selectSteps } from './runs/store.ts'
import { readInput } from './steps/read-input.ts'
import { templates } from './templates/index.ts'

export interface AutomationOrder {
  name: string
  flow: unknown
  sample: unknown
  /** An id or a UUID. */
  assistant: number | string | null
  boundWebhook: BoundWebhook | null
  confirmsSideEffects: boolean
}

export interface Created {
  automation: Automation
  /** Null without a sample. */
  test: { status: RunStatus; steps: StepRow[]; response: Response | null } | null
}

/** Refuses with the codes of `readFlow` and `bindWebhook`, `assistant_not_found` and `side_effects_require_confirmation`. */
export async function createAutomation(ctx: AccountContext, order: AutomationOrder): Promise<Created> {
  const flow = await readFlow(ctx, order.flow)
  const assistantId = order.assistant === null ? null : await findAssistantId(ctx, order.assistant)
  const isTested = order.sample != null
  if (isTested && hasSideEffects(compileFlow(flow).steps) && !order.confirmsSideEffects)
    throw new Refusal('side_effects_require_confirmation')
  const automation = await store(ctx, order, { flow, assistantId, isEnabled: !isTested })
  if (!isTested) return { automation, test: null }
  const test = await testFlow(ctx, automation, order.sample)
  if (test.status === 'FAILED') return { automation, test }
  return { automation: await enable(ctx, automation, flow), test }
}

export interface TemplateOrder {
  template: string
  /** Default: that of the template. */
  name: string | undefined
  values: Record<string, unknown>
  assistant: number | string | null
  isEnabled: boolean
}

/** Refuses with `template_not_found` and as `createAutomation`. */
export async function createFromTemplate(ctx: AccountContext, order: TemplateOrder): Promise<Created> {
  const template = templates.get(order.template)
  if (!template) throw new Refusal('template_not_found')
  const values = readInput(template.values, order.values)
  const trigger = { type: template.trigger, input: template.triggerInputOf?.(values) ?? {} }
  const flow = await readFlow(ctx, { trigger, steps: template.stepsOf(values) })
  const assistantId = order.assistant === null ? null : await findAssistantId(ctx, order.assistant)
  const fields = { name: order.name ?? template.name, sample: template.sample, boundWebhook: null }
  const automation = await store(ctx, fields, { flow, assistantId, isEnabled: order.isEnabled })
  return { automation, test: null }
}

async function findAssistantId({ db, account }: AccountContext, assistant: number | string): Promise<number> {
  const written = String(assistant)
  const id = /^\d{1,15}$/.test(written)
    ? (await findAssistant(db, account.id, Number(written)))?.id
    : isUuid(written) && (await findAssistantIds(db, account.id, [written])).get(written)
  if (!id) throw new Refusal('assistant_not_found')
  return id
}

interface Checked {
  flow: Flow
  assistantId: number | null
  isEnabled: boolean
}

function store(
  ctx: AccountContext,
  order: Pick<AutomationOrder, 'name' | 'sample' | 'boundWebhook'>,
  { flow, assistantId, isEnabled }: Checked,
): Promise<Automation> {
  return transaction(ctx, async (tx) => {
    const id = newShortId()
    const webhookToken = newShortId(32)
    if (order.boundWebhook) await bindWebhook(tx, { assistantId, webhook: order.boundWebhook, token: webhookToken })
    await insertAutomation(tx.db, tx.account.id, {
      id,
      name: order.name,
      isEnabled: false,
      version: 1,
      triggerType: flow.trigger.type,
      webhookToken,
      assistantId,
      boundWebhook: order.boundWebhook,
      sample: order.sample,
    })
    await insertVersion(tx.db, tx.account.id, { automationId: id, version: 1, flow })
    const created = (await findAutomation(tx.db, tx.account.id, id))!
    if (!isEnabled) return created
    const nextAt = nextTime(flow.trigger, tx.account.timeZone, tx.now())
    await updateAutomationRow(tx.db, created, { ...created, isEnabled, nextAt })
    if (nextAt) await addDispatchJob(tx)
    return (await findAutomation(tx.db, tx.account.id, id))!
  })
}

async function enable(ctx: AccountContext, automation: Automation, flow: Flow): Promise<Automation> {
  return transaction(ctx, async (tx) => {
    const nextAt = nextTime(flow.trigger, tx.account.timeZone, tx.now())
    await updateAutomationRow(tx.db, automation, { ...automation, isEnabled: true, nextAt })
    if (nextAt) await addDispatchJob(tx)
    return (await findAutomation(tx.db, tx.account.id, automation.id)) ?? automation
  })
}

async function testFlow(
  ctx: AccountContext,
  automation: Automation,
  sample: unknown,
): Promise<NonNullable<Created['test']>> {
  const { id, ended } = await startRun(ctx, automation, { trigger: sample, isTest: true })
  await ended
  const ref = { accountId: ctx.account.id, runId: id }
  const run = await findRun(ctx.db, ref)
  return { status: run?.status ?? 'FAILED', steps: await selectSteps(ctx.db, ref), response: run?.response ?? null }
}
