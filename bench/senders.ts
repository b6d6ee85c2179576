// Creates the accounts of the messages benchmark, each with a sender and a template.
import { documentedAccount, noDelays, openSandboxCarrier } from '@parley/carrier-sandbox'
import { type App, openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import { createSender, noWebhooks, selectTemplates } from '#server/features/senders/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { createLog, type Log } from '#server/platform/observability/log.ts'
import type { BenchWorkspace } from './processes.ts'
import { progress, stopIfAsked } from './progress.ts'
import { createBenchAccount } from './turns.ts'

export type BenchSender = Awaited<ReturnType<typeof openSender>>

const numberOf = (index: number): string => `+1415555${String(index).padStart(4, '0')}`

/** Uses the sandbox carrier, which another carrier can replace afterwards. */
export async function prepareSenders(env: BenchWorkspace['env'], count: number): Promise<BenchSender[]> {
  const log = createLog({ level: 'warn', pretty: false })
  await using carrier = await openSandbox(log, count)
  const config = configFrom({
    ...env,
    PARLEY_ROLES: 'api',
    TWILIO_ACCOUNT_SID: carrier.accountSid,
    TWILIO_AUTH_TOKEN: carrier.authToken,
    TWILIO_API_BASE_URL: carrier.baseUrl,
  })
  await using app = await openApp(config, { log })
  await app.http.ready()
  progress(`opening ${count} accounts with a sender each`)
  const senders: BenchSender[] = []
  for (let index = 0; index < count; index++) {
    stopIfAsked()
    senders.push(await openSender(app, numberOf(index)))
  }
  return senders
}

async function openSandbox(log: Log, count: number) {
  const senders = Array.from({ length: count }, (_, index) => ({
    number: numberOf(index),
    messagingLimit: '10K Customers/24hr',
  }))
  const carrier = await openSandboxCarrier({ ...documentedAccount, log, settings: { delaysMs: noDelays, senders } })
  const body = '{{1}}, your order has been packed and is on its way to you.'
  carrier.control.addTemplate({ name: 'order_packed', body, variables: { 1: 'Ann' } })
  return carrier
}

async function openSender({ context }: App, number: string) {
  const { token, account, assistantId } = await createBenchAccount(context)
  const ctx = asAccount(context, account)
  const input = { phoneNumber: number, displayName: 'Bakery', assistantId, ...noWebhooks }
  const { id: senderId } = await createSender(ctx, input)
  const template = (await selectTemplates(ctx.db, account.id, senderId)).find(({ name }) => name === 'order_packed')!
  return { token, number, accountId: account.id, assistantId, senderId, templateId: template.id }
}
