// Converts automations and their runs to the fields of the API.
import type { automations } from '#contract/automations/automations.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { type Timestamp, toDate, toIsoMicros, toIsoMillis } from '#server/platform/time/timestamps.ts'
import type { Automation } from './automation/automation.ts'
import { webhookUrlOf } from './automation/bind-webhook.ts'
import type { AutomationHead } from './automation/store.ts'
import type { AutomationWithFlow } from './change-automation.ts'
import type { Created } from './create-automation.ts'
import type { Run, RunStatus, StoredStep } from './runs/run.ts'

type Settings = Pick<Tx, 'settings'>

const presentBinding = ({ assistantId, boundWebhook }: AutomationHead) =>
  assistantId === null ? null : { assistant_id: assistantId, webhook: boundWebhook }

const statusOf = ({ isEnabled }: AutomationHead) => (isEnabled ? ('enabled' as const) : ('disabled' as const))

export const presentListed = (automation: AutomationHead) => ({
  id: automation.id,
  name: automation.name,
  status: statusOf(automation),
  binding: presentBinding(automation),
})

export const presentAutomation = (
  ctx: Settings,
  { automation, flow }: AutomationWithFlow,
): ReplyOf<typeof automations.get> => ({
  ...presentListed(automation),
  version: automation.version,
  trigger: automation.triggerType,
  webhook_url: webhookUrlOf(ctx, automation.webhookToken),
  flow: { trigger: { ...flow.trigger }, steps: flow.steps },
  sample: automation.sample,
  next_run_at: automation.nextAt && toIsoMicros(automation.nextAt),
  created_at: toIsoMicros(automation.createdAt),
  updated_at: toIsoMicros(automation.updatedAt),
})

export const presentCreated = (ctx: Settings, { automation, test }: Created) => ({
  automation_id: automation.id,
  webhook_url: webhookUrlOf(ctx, automation.webhookToken),
  status: statusOfCreated(automation, test),
  test: test && { run_status: test.status, steps: latestOf(test.steps, test.status).map(presentStep) },
  response: test?.response?.body ?? null,
  binding: presentBinding(automation),
})

function statusOfCreated({ isEnabled }: Automation, test: Created['test']) {
  if (test?.status === 'FAILED') return 'test_failed' as const
  if (test?.status === 'RUNNING') return 'test_running' as const
  if (!isEnabled) return 'disabled' as const
  return test ? ('active' as const) : ('active_untested' as const)
}

const presentStep = ({ name, status, classification, error }: StoredStep) => ({ name, status, classification, error })

/** The latest attempt of each step. */
function latestOf(steps: readonly StoredStep[], runStatus: RunStatus): StoredStep[] {
  const latest = new Map<string, StoredStep>()
  for (const step of steps) {
    const known = latest.get(step.path)
    if (!known || known.attempt <= step.attempt) latest.set(step.path, step)
  }
  const shown = [...latest.values()].sort((a, b) => a.position - b.position)
  const failed = shown.findLast(({ status }) => status === 'FAILED')
  return shown.map((step) => (step.status === 'RUNNING' ? endedLoop(step, runStatus, failed) : step))
}

/** A loop in which the run ended has no end of its own. */
function endedLoop(loop: StoredStep, status: RunStatus, failed: StoredStep | undefined): StoredStep {
  if (status === 'SUCCEEDED') return { ...loop, status }
  if (status !== 'FAILED' || !failed) return loop
  return { ...loop, status, classification: failed.classification, error: `The step ${failed.name} has failed.` }
}

const msBetween = (from: Timestamp, to: Date): number => Math.max(0, to.getTime() - toDate(from).getTime())

export const presentRun = (run: Run, now: Date) => ({
  id: run.id,
  status: run.status,
  start_time: toIsoMillis(run.startedAt),
  duration_ms: msBetween(run.startedAt, run.endedAt === null ? now : toDate(run.endedAt)),
  outcome: run.outcome,
  attempt: run.attempt,
  is_test: run.isTest,
})

export const presentDetailedRun = ({ run, steps }: { run: Run; steps: readonly StoredStep[] }, now: Date) => ({
  ...presentRun(run, now),
  trigger: run.trigger,
  response: run.response?.body ?? null,
  steps: latestOf(steps, run.status).map((step) => ({
    ...presentStep(step),
    path: step.path,
    type: step.type,
    attempt: step.attempt,
    input: step.input,
    output: step.output,
    start_time: toIsoMillis(step.startedAt),
    duration_ms: step.endedAt === null ? null : msBetween(step.startedAt, toDate(step.endedAt)),
  })),
})
