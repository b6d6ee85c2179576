// Creates an automation: checks its flow, stores it, tests it, and enables it.
import { assistants } from '#contract/assistants/assistants.ts'
import { findAssistant, findAssistantIds } from '#server/features/assistants/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import type { Automation, BoundWebhook } from './automation/automation.ts'
import { bindWebhook } from './automation/bind-webhook.ts'
import { emitChange } from './automation/emit-change.ts'
import { enableVersion, findAutomation, findFlow, insertAutomation, insertVersion } from './automation/store.ts'
import { type Flow, type FlowVersion, withNested } from './flow/flow.ts'
import { readFlow } from './flow/read-flow.ts'
import { nextTime } from './flow/schedule.ts'
import { requireAuthor } from './permissions/permissions.ts'
import { derivedId, derivedShortId } from './runs/derived-id.ts'
import { addDispatchJob } from './runs/dispatch-job.ts'
import { stepTypes } from './steps/library.ts'
import { readInput } from './steps/read-input.ts'
import { templates } from './templates/index.ts'
import { type FlowTest, testFlow } from './test-flow.ts'

const maxAutomations = 500

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
  test: FlowTest | null
}

/**
 * Refuses with the codes of `readFlow` and `bindWebhook`, `assistant_not_found`, `side_effects_require_confirmation`,
 * `FORBIDDEN` and `import_failed`. Throws `InvalidInput` if the account has too many automations.
 */
export async function createAutomation(
  ctx: AccountContext,
  order: AutomationOrder,
  operation?: IdempotentOperation,
): Promise<Created> {
  const ids = idsOf(ctx, operation)
  const before = await findCreated(ctx, ids, operation)
  if (before) return testAndEnable(ctx, before, order, ids)
  const version = await readFlow(ctx, order.flow)
  await requireAuthor(ctx, version.flow, order.boundWebhook ? [assistants.update] : [])
  if (order.boundWebhook) checkBinding(version.flow)
  const assistantId = order.assistant === null ? null : await findAssistantId(ctx, order.assistant)
  const isTested = order.sample != null
  if (isTested && hasSideEffects(version.flow) && !order.confirmsSideEffects)
    throw new Refusal('side_effects_require_confirmation')
  const automation = await store(ctx, order, { ids, version, assistantId, isEnabled: !isTested })
  return testAndEnable(ctx, automation, order, ids)
}

/** Whether a test would send, spend or change something. */
const hasSideEffects = ({ steps }: Flow): boolean =>
  withNested(steps).some(({ type }) => type === 'call_flow' || stepTypes.get(type)?.hasSideEffects)

/** The webhook of an assistant calls the URL of the trigger, with a signature of its own. */
function checkBinding({ trigger }: Flow): void {
  if (trigger.type !== 'webhook')
    throw new Refusal('invalid_definition', 'trigger.type: With bind_webhook, the trigger must be webhook.')
  if (trigger.input['secret'] !== undefined)
    throw new Refusal(
      'invalid_definition',
      'trigger.input.secret: The webhook of an assistant does not know this secret.',
    )
}

/** An automation that was changed or deleted during the test is left alone. */
async function testAndEnable(
  ctx: AccountContext,
  automation: Automation,
  { sample }: Pick<AutomationOrder, 'sample'>,
  { testRunId: runId }: Ids,
): Promise<Created> {
  if (sample == null) return { automation, test: null }
  const first = { ...automation, version: firstVersion }
  const test = await testFlow(ctx, first, { sample, runId })
  if (test.status === 'SUCCEEDED' || test.status === 'PAUSED') await enable(ctx, first)
  const current = await findAutomation(ctx.db, ctx.account.id, automation.id)
  return { automation: current ?? { ...automation, isEnabled: false }, test }
}

async function enable(ctx: AccountContext, automation: Automation): Promise<void> {
  const { id: automationId, version } = automation
  await transaction(ctx, async (tx) => {
    const flow = await findFlow(tx.db, tx.account.id, { automationId, version })
    if (!flow) return
    const nextAt = nextTime(flow.trigger, tx.account.timeZone, tx.now())
    await enableVersion(tx.db, automation, nextAt)
    await emitChange(tx, automationId, 'updated')
    if (nextAt) await addDispatchJob(tx)
  })
}

export interface TemplateOrder {
  template: string
  /** Default: that of the template. */
  name: string | undefined
  values: Record<string, unknown>
  assistant: number | string | null
  isEnabled: boolean
}

/** Refuses with `template_not_found`, and with the codes of `readFlow`, `FORBIDDEN`, `assistant_not_found` and `import_failed`. */
export async function createFromTemplate(
  ctx: AccountContext,
  order: TemplateOrder,
  operation?: IdempotentOperation,
): Promise<Created> {
  const ids = idsOf(ctx, operation)
  const before = await findCreated(ctx, ids, operation)
  if (before) return { automation: before, test: null }
  const template = templates.get(order.template)
  if (!template) throw new Refusal('template_not_found')
  const values = readInput(template.values, order.values)
  const trigger = { type: template.trigger, input: template.triggerInputOf?.(values) ?? {} }
  const version = await readFlow(ctx, { trigger, steps: template.stepsOf(values) })
  await requireAuthor(ctx, version.flow)
  const assistantId = order.assistant === null ? null : await findAssistantId(ctx, order.assistant)
  const fields = { name: order.name ?? template.name, sample: template.sample, boundWebhook: null }
  const automation = await store(ctx, fields, { ids, version, assistantId, isEnabled: order.isEnabled })
  return { automation, test: null }
}

interface Ids {
  id: string
  webhookToken: string
  testRunId: string
}

/** Requests with the same idempotency key get the same ids. */
function idsOf(ctx: AccountContext, operation: IdempotentOperation | undefined): Ids {
  const key = operation?.key ?? ctx.newId()
  return {
    id: derivedShortId(21, key, 'automation'),
    webhookToken: derivedShortId(32, key, 'webhook'),
    testRunId: derivedId(key, 'test'),
  }
}

/** What an earlier request with the same idempotency key has created. */
const findCreated = async (
  { db, account }: AccountContext,
  { id }: Ids,
  operation: IdempotentOperation | undefined,
): Promise<Automation | undefined> => (operation?.isResumed ? findAutomation(db, account.id, id) : undefined)

async function findAssistantId({ db, account }: AccountContext, assistant: number | string): Promise<number> {
  const written = String(assistant)
  const id = /^\d{1,15}$/.test(written)
    ? (await findAssistant(db, account.id, Number(written)))?.id
    : isUuid(written) && (await findAssistantIds(db, account.id, [written])).get(written)
  if (!id) throw new Refusal('assistant_not_found')
  return id
}

const firstVersion = 1

interface Checked {
  ids: Ids
  version: FlowVersion
  assistantId: number | null
  isEnabled: boolean
}

async function store(
  ctx: AccountContext,
  order: Pick<AutomationOrder, 'name' | 'sample' | 'boundWebhook'>,
  checked: Checked,
): Promise<Automation> {
  return transaction(ctx, (tx) => insert(tx, order, checked)).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal('import_failed', 'An earlier request created the automation, and it is being deleted.')
  })
}

async function insert(
  tx: Tx,
  { name, sample, boundWebhook }: Pick<AutomationOrder, 'name' | 'sample' | 'boundWebhook'>,
  { ids: { id, webhookToken }, version, assistantId, isEnabled }: Checked,
): Promise<Automation> {
  if (boundWebhook) await bindWebhook(tx, { assistantId, webhook: boundWebhook, token: webhookToken })
  const { trigger } = version.flow
  const nextAt = isEnabled ? nextTime(trigger, tx.account.timeZone, tx.now()) : null
  const fields = { id, name, isEnabled, triggerType: trigger.type, webhookToken, assistantId, boundWebhook, sample }
  const automation = { ...fields, version: firstVersion, nextAt }
  if (!(await insertAutomation(tx.db, tx.account.id, automation, maxAutomations)))
    throw new InvalidInput({ name: [`An account can have up to ${maxAutomations} automations.`] })
  await insertVersion(tx.db, tx.account.id, { automationId: id, version: firstVersion }, version)
  if (nextAt) await addDispatchJob(tx)
  await emitChange(tx, id, 'created')
  return (await findAutomation(tx.db, tx.account.id, id))!
}
