// Lists, changes, restores and deletes automations.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Automation } from './automation/automation.ts'
import { unbindWebhook } from './automation/bind-webhook.ts'
import {
  findAutomation,
  findFlow,
  insertVersion,
  lockAutomation,
  markDeleted,
  saveSample,
  selectAutomations,
  updateAutomationRow,
} from './automation/store.ts'
import type { Flow } from './flow/flow.ts'
import { readFlow } from './flow/read-flow.ts'
import { nextTime } from './flow/schedule.ts'
import { removeJob } from './remove-runs.ts'
import { addDispatchJob } from './runs/dispatch-job.ts'

export interface AutomationWithFlow {
  automation: Automation
  flow: Flow
}

export const listAutomations = ({ db, account }: AccountContext): Promise<Automation[]> =>
  selectAutomations(db, account.id)

/** Refuses with `AUTOMATION_NOT_FOUND`. */
export async function getAutomation({ db, account }: AccountContext | Tx, id: string): Promise<Automation> {
  const automation = await findAutomation(db, account.id, id)
  if (!automation) throw new Refusal('AUTOMATION_NOT_FOUND')
  return automation
}

/** Refuses with `AUTOMATION_NOT_FOUND`. */
export async function getWithFlow(ctx: AccountContext | Tx, id: string): Promise<AutomationWithFlow> {
  const automation = await getAutomation(ctx, id)
  const flow = await findFlow(ctx.db, ctx.account.id, { automationId: id, version: automation.version })
  if (!flow) throw new Refusal('AUTOMATION_NOT_FOUND')
  return { automation, flow }
}

export interface AutomationPatch {
  name: string | undefined
  isEnabled: boolean | undefined
  flow: unknown
  sample: unknown
}

/** Refuses with `AUTOMATION_NOT_FOUND`, and with the codes of `readFlow`. */
export async function updateAutomation(
  ctx: AccountContext,
  id: string,
  patch: AutomationPatch,
): Promise<AutomationWithFlow> {
  await getAutomation(ctx, id)
  const flow = patch.flow === undefined ? undefined : await readFlow(ctx, patch.flow)
  return transaction(ctx, async (tx) => {
    const { name, isEnabled, sample } = patch
    if (sample !== undefined) await saveSample(tx.db, tx.account.id, { id, sample })
    return change(tx, id, { name, isEnabled, flow })
  })
}

/** Refuses with `AUTOMATION_NOT_FOUND` and `NO_EARLIER_VERSION`. */
export function restoreAutomation(ctx: AccountContext, id: string): Promise<AutomationWithFlow> {
  return transaction(ctx, async (tx) => {
    const { version } = await getAutomation(tx, id)
    const flow = await findFlow(tx.db, tx.account.id, { automationId: id, version: version - 1 })
    if (!flow) throw new Refusal('NO_EARLIER_VERSION')
    return change(tx, id, { flow })
  })
}

async function change(
  tx: Tx,
  id: string,
  patch: { name?: string | undefined; isEnabled?: boolean | undefined; flow?: Flow | undefined },
): Promise<AutomationWithFlow> {
  const before = await lockAutomation(tx.db, tx.account.id, id)
  if (!before) throw new Refusal('AUTOMATION_NOT_FOUND')
  const version = before.version + (patch.flow ? 1 : 0)
  if (patch.flow) await insertVersion(tx.db, tx.account.id, { automationId: id, version, flow: patch.flow })
  const flow = patch.flow ?? (await getWithFlow(tx, id)).flow
  const isEnabled = patch.isEnabled ?? before.isEnabled
  const nextAt = isEnabled ? nextTime(flow.trigger, tx.account.timeZone, tx.now()) : null
  const changes = { name: patch.name ?? before.name, isEnabled, version, triggerType: flow.trigger.type, nextAt }
  await updateAutomationRow(tx.db, before, changes)
  if (nextAt) await addDispatchJob(tx)
  return getWithFlow(tx, id)
}

/** Refuses with `AUTOMATION_NOT_FOUND`. */
export function deleteAutomation(ctx: AccountContext, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const automation = await lockAutomation(tx.db, tx.account.id, id)
    if (!automation) throw new Refusal('AUTOMATION_NOT_FOUND')
    await unbindWebhook(tx, automation)
    await markDeleted(tx.db, tx.account.id, id)
    await tx.addJob(removeJob, { accountId: tx.account.id, automationId: id })
  })
}
