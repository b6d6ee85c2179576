// Lists, changes, restores and deletes automations.
import { isDeepStrictEqual } from 'node:util'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { type Timestamp, toDate } from '#server/platform/time/timestamps.ts'
import type { Automation } from './automation/automation.ts'
import { unbindWebhook } from './automation/bind-webhook.ts'
import { emitChange } from './automation/emit-change.ts'
import {
  type AutomationHead,
  findAutomation,
  findVersion,
  insertVersion,
  lockAutomation,
  markDeleted,
  saveSample,
  selectAutomations,
  updateAutomationRow,
} from './automation/store.ts'
import type { Flow, FlowVersion, Trigger } from './flow/flow.ts'
import { grantOf } from './flow/grant.ts'
import { withSealedHeaders } from './flow/header-secrets.ts'
import { readFlow } from './flow/read-flow.ts'
import { nextTime } from './flow/schedule.ts'
import { requireAuthor, requireStarter } from './permissions/permissions.ts'
import { removeJob } from './remove-runs.ts'
import { addDispatchJob } from './runs/dispatch-job.ts'

export interface AutomationWithFlow {
  automation: Automation
  flow: Flow
}

export const listAutomations = ({ db, account }: AccountContext): Promise<AutomationHead[]> =>
  selectAutomations(db, account.id)

/** Refuses with `AUTOMATION_NOT_FOUND`. */
export async function getAutomation({ db, account }: AccountContext | Tx, id: string): Promise<Automation> {
  return orRefuse(await findAutomation(db, account.id, id), 'AUTOMATION_NOT_FOUND')
}

/** Refuses with `AUTOMATION_NOT_FOUND`. */
export async function getWithFlow(ctx: AccountContext | Tx, id: string): Promise<AutomationWithFlow> {
  const automation = await getAutomation(ctx, id)
  return { automation, flow: (await getVersion(ctx, automation)).flow }
}

async function getVersion(ctx: AccountContext | Tx, { id, version }: Automation): Promise<FlowVersion> {
  const found = await findVersion(ctx.db, ctx.account.id, { automationId: id, version })
  return withSealedHeaders(ctx, orRefuse(found, 'AUTOMATION_NOT_FOUND'))
}

export interface AutomationPatch {
  name: string | undefined
  isEnabled: boolean | undefined
  flow: unknown
  sample: unknown
}

/**
 * Refuses with `AUTOMATION_NOT_FOUND`, `FORBIDDEN`, with the codes of `readFlow`, and with `AUTOMATION_CHANGED` if the flow does not have
 * the version `ifVersion`.
 */
export async function updateAutomation(
  ctx: AccountContext,
  id: string,
  { flow, ...patch }: AutomationPatch,
  ifVersion: number | null = null,
): Promise<AutomationWithFlow> {
  const automation = await getAutomation(ctx, id)
  refuseIfChanged(automation, ifVersion)
  const stored = await getVersion(ctx, automation)
  const next = flow === undefined ? undefined : await readFlow(ctx, flow, stored)
  if (next) await requireAuthor(ctx, next.flow)
  else if (patch.isEnabled) await requireStarter(ctx, stored.flow)
  return transaction(ctx, async (tx) => {
    const before = await lock(tx, id)
    refuseIfChanged(before, ifVersion)
    return change(tx, before, { ...patch, next })
  })
}

function refuseIfChanged({ version }: Automation, ifVersion: number | null): void {
  if (ifVersion !== null && ifVersion !== version) throw new Refusal('AUTOMATION_CHANGED')
}

/** Refuses with `AUTOMATION_NOT_FOUND`, `FORBIDDEN` and `NO_EARLIER_VERSION`. */
export function restoreAutomation(ctx: AccountContext, id: string): Promise<AutomationWithFlow> {
  return transaction(ctx, async (tx) => {
    const before = await lock(tx, id)
    const next = await findVersion(tx.db, tx.account.id, { automationId: id, version: before.version - 1 })
    if (!next) throw new Refusal('NO_EARLIER_VERSION')
    await requireAuthor(tx, next.flow)
    return change(tx, before, { next: { ...withSealedHeaders(tx, next), scopes: grantOf(tx.actor) } })
  })
}

async function lock(tx: Tx, id: string): Promise<Automation> {
  return orRefuse(await lockAutomation(tx.db, tx.account.id, id), 'AUTOMATION_NOT_FOUND')
}

type Changes = Partial<Omit<AutomationPatch, 'flow'>> & { next: FlowVersion | undefined }

async function change(
  tx: Tx,
  before: Automation,
  { name = before.name, isEnabled = before.isEnabled, sample, next }: Changes,
): Promise<AutomationWithFlow> {
  const { id } = before
  const current = await getVersion(tx, before)
  const version = before.version + (next ? 1 : 0)
  if (next) await insertVersion(tx.db, tx.account.id, { automationId: id, version }, next)
  if (sample !== undefined) await saveSample(tx.db, tx.account.id, { id, sample })
  const { trigger } = (next ?? current).flow
  const nextAt = isEnabled ? nextTimeAfter(tx, before, { earlier: current.flow.trigger, trigger }) : null
  await updateAutomationRow(tx.db, before, { name, isEnabled, version, triggerType: trigger.type, nextAt })
  if (nextAt) await addDispatchJob(tx)
  await emitChange(tx, id, 'updated')
  return getWithFlow(tx, id)
}

/** A time that has come is kept if the schedule is the same, so that its run is not lost. */
function nextTimeAfter(
  tx: Tx,
  { isEnabled, nextAt }: Automation,
  { earlier, trigger }: { earlier: Trigger; trigger: Trigger },
): Date | Timestamp | null {
  const isDue = isEnabled && nextAt !== null && toDate(nextAt) <= tx.now()
  return isDue && isDeepStrictEqual(earlier, trigger) ? nextAt : nextTime(trigger, tx.account.timeZone, tx.now())
}

/** Refuses with `AUTOMATION_NOT_FOUND`. */
export function deleteAutomation(ctx: AccountContext, id: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    const automation = await lock(tx, id)
    await unbindWebhook(tx, automation)
    await markDeleted(tx.db, tx.account.id, id)
    await emitChange(tx, id, 'deleted')
    await tx.addJob(removeJob, { accountId: tx.account.id, automationId: id })
  })
}
