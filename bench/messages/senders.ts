// Creates the accounts of the messages benchmark, each with a sender and a template, and records the SQL of a send.
import { documentedAccount, noDelays, openSandboxCarrier } from '@parley/carrier-sandbox'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { createSender, noWebhooks, selectTemplates } from '#server/features/senders/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { nameUuids, type Plan, planOf } from '../requests/plan.ts'
import { createRecorder, type Recorder } from '../requests/record.ts'
import { progress, stopIfAsked } from '../shared/progress.ts'
import {
  carrierEnvironment,
  createBenchAccount,
  log,
  openPreparation,
  post,
  type Workspace,
} from '../shared/workspace.ts'

export interface BenchSender {
  token: string
  number: string
  accountId: number
  assistantId: number
  senderId: number
  templateId: number
}

export interface PreparedSenders {
  senders: BenchSender[]
  plan: Plan
  uuids: number
}

const numberOf = (index: number): string => `+1415555${String(index).padStart(4, '0')}`

/** Uses the sandbox carrier, which another carrier can replace afterwards. */
export async function prepareSenders(workspace: Workspace, count: number): Promise<PreparedSenders> {
  await using carrier = await openSandbox(count)
  using recorder = createRecorder()
  await using app = await openPreparation(workspace, carrierEnvironment(carrier.baseUrl))
  progress(`opening ${count} accounts with a sender each`)
  const senders: BenchSender[] = []
  for (let index = 0; index < count; index++) {
    stopIfAsked()
    senders.push(await openSender(app, numberOf(index)))
  }
  return { senders, ...(await planSend(app, recorder, senders)) }
}

async function openSandbox(count: number) {
  const senders = Array.from({ length: count }, (_, index) => ({
    number: numberOf(index),
    messagingLimit: '10K Customers/24hr',
  }))
  const carrier = await openSandboxCarrier({ ...documentedAccount, log, settings: { delaysMs: noDelays, senders } })
  const body = '{{1}}, your order has been packed and is on its way to you.'
  carrier.control.addTemplate({ name: 'order_packed', body, variables: { 1: 'Ann' } })
  return carrier
}

async function openSender({ context }: App, phoneNumber: string): Promise<BenchSender> {
  const { token, account, assistantId } = await createBenchAccount(context)
  const ctx = asAccount(context, account)
  const sender = await createSender(ctx, {
    phoneNumber,
    displayName: 'Bakery',
    assistantId,
    ...noWebhooks,
  })
  const template = (await selectTemplates(ctx.db, account.id, sender.id)).find(({ name }) => name === 'order_packed')!
  const { id: senderId } = sender
  return { token, number: phoneNumber, accountId: account.id, assistantId, senderId, templateId: template.id }
}

export function sendBody({ senderId, templateId }: BenchSender, phone: string) {
  return { sender_id: senderId, template_id: templateId, recipient_phone: phone, variables: { 1: 'Ann' } }
}

/** The values that the statements of a sender can contain. */
export function inputOf({ accountId, assistantId, senderId, templateId }: BenchSender): Record<string, string> {
  return {
    accountId: String(accountId),
    assistantId: String(assistantId),
    senderId: String(senderId),
    templateId: String(templateId),
  }
}

const maxRetries = 3

/** Records sends of two accounts to new customers. */
async function planSend(app: App, recorder: Recorder, senders: readonly BenchSender[]) {
  // The sandbox sends no callbacks for numbers with this ending.
  const phone = (index: number): string => `+44770${String(index).padStart(3, '0')}9900009`
  let next = 0
  // Ids of contacts must not be those of conversations, which a plan could not tell apart.
  await sql`select setval(pg_get_serial_sequence('contacts', 'id'), 1000000)`.execute(app.context.db)
  for (let attempt = 0; ; attempt++) {
    // Other senders each time, because a sender may send five messages per second.
    const [sender, another] = [senders[attempt]!, senders.at(-2 - attempt)!]
    for (const each of [sender, another]) await send(app, each, phone(next++))
    const one = await recordSend(app, recorder, sender, phone(next++))
    const other = await recordSend(app, recorder, another, phone(next++))
    try {
      return { plan: planOf(one.recording, other.recording), uuids: one.uuids }
    } catch (error) {
      // Two times within a request can differ by a millisecond.
      if (attempt === maxRetries) throw error
    }
  }
}

async function recordSend(app: App, recorder: Recorder, sender: BenchSender, phone: string) {
  const input: Record<string, string> = { ...inputOf(sender), phone }
  const recording = await recorder.record(input, async () => {
    input['sid'] = await send(app, sender, phone)
  })
  return { recording, uuids: nameUuids(recording) }
}

async function send({ http }: App, sender: BenchSender, phone: string): Promise<string> {
  const body = sendBody(sender, phone)
  return (await post<{ message_sid: string }>(http, '/api/user/chatapp/send', sender.token, body)).message_sid
}
