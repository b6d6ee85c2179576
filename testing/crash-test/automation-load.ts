// The load of automations in the crash test: clients start runs by the webhook or by hand, and retry those that failed.
import { setTimeout } from 'node:timers/promises'
import { ParleyError } from '#sdk/index.ts'
import { newLeadPhone } from './campaign-load.ts'
import { logAcknowledged } from './client-log.ts'
import { type ClientContext, newText, sendUntilAnswered } from './client-request.ts'
import type { CrashTestAutomation } from './open-automation.ts'
import type { CrashTestSetup } from './setup.ts'

let runs = 0

/** Starts a run of the account's automation, or retries one that has failed. */
export async function runAutomation(context: ClientContext): Promise<void> {
  const { automation } = context.account
  if (!automation) return
  if (context.random() < 0.15) await retryRun(context, automation)
  else await startRun(context, automation)
}

/** The data of a run that no other run has. */
export const newRun = ({ log, account }: Pick<ClientContext, 'log' | 'account'>) => ({
  text: newText(log, `Automation ${account.index}`),
  phone: `+1305555${String(++runs).padStart(4, '0')}`,
  lead_text: newText(log, `Lead ${account.index}`),
  lead_phone: newLeadPhone(),
})

async function startRun(context: ClientContext, automation: CrashTestAutomation): Promise<void> {
  const { log, account, client, random } = context
  const input = newRun(context)
  const { text } = input
  const byWebhook = random() < 0.5
  const reply = await sendUntilAnswered(context, {
    name: byWebhook ? 'webhook' : 'run',
    hasKey: !byWebhook && random() < 0.7,
    call: (options) =>
      byWebhook
        ? postWebhook(context, automation, { input, ...options })
        : client.automations.run({ id: automation.id, input }, options),
  })
  if (reply) logAcknowledged(log, 'runs', { accountId: account.accountId, runId: reply.run_id, text })
}

async function postWebhook(
  { server }: ClientContext,
  { webhookPath }: CrashTestAutomation,
  { input, signal }: { input: object; signal: AbortSignal },
): Promise<{ run_id: string }> {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(input), signal }
  const response = await fetch(`${server.baseUrl}${webhookPath}`, request)
  const body = await response.json()
  if (!response.ok) throw new ParleyError(response.status, body as Record<string, unknown>, response.headers)
  return body as { run_id: string }
}

async function retryRun(context: ClientContext, { id }: CrashTestAutomation): Promise<void> {
  const { client, log, random } = context
  const failed = await sendUntilAnswered(context, {
    name: 'failed runs',
    hasKey: false,
    call: (options) => client.automations.listRuns({ id, status: 'FAILED', limit: 20 }, options),
  })
  const found = failed?.runs ?? []
  const run = found[Math.floor(random() * found.length)]
  if (!run) return
  const retried = await sendUntilAnswered(context, {
    name: 'retry',
    hasKey: false,
    call: (options) => client.automations.retry({ id, run_id: run.id }, options),
  })
  if (retried) log.retried.add(run.id)
}

/** Resolves when all runs have ended, or when none has ended for a minute. */
export async function untilRunsEnded({ database }: Pick<CrashTestSetup, 'database'>): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY
  let deadline = 0
  for (;;) {
    const left = (await database.unsettled()).filter(({ what }) => what === 'run').length
    if (left === 0) return
    if (left < fewest) deadline = performance.now() + 60_000
    fewest = Math.min(fewest, left)
    if (performance.now() > deadline) return
    await setTimeout(200)
  }
}
