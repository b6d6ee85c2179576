// The stage of the crash test: a database, a carrier that cannot be relied on, a model, a receiver, accounts; all of them outlive the server.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDice } from '#server/carriers/sandbox/core/dice.ts'
import type { RandomFaults } from '#server/carriers/sandbox/index.ts'
import { documentedAccount, openSandboxCarrier, type SandboxCarrier } from '#server/carriers/sandbox/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openReceiver, type Receiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { type CrashTestDatabase, openCrashTestDatabase } from './database.ts'

/** One account with what it works with. */
export interface CrashTestAccount {
  index: number
  accountId: number
  token: string
  assistantUuid: string
  senderId: number
  /** The sender's number. */
  number: string
  templateId: number
}

export interface CrashTestSetup extends AsyncDisposable {
  database: CrashTestDatabase
  carrier: SandboxCarrier
  receiver: Receiver
  parley: TestApp
  players: CrashTestAccount[]
  /** The server's own address, the same at every start, for the carrier remembers where to tell of messages. */
  port: number
  /** What the server is started with. */
  env: Record<string, string>
}

/** How often the carrier fails its caller. */
export const carrierFaults: RandomFaults = {
  tooManyRequests: 0.02,
  errorBeforeAccept: 0.03,
  errorAfterAccept: 0.06,
  lostRequest: 0.03,
  lostReply: 0.06,
  callbackBeforeAnswer: 0.1,
  reorder: 0.1,
  duplicateCallback: 0.15,
  drop: 0.1,
  delay: 0.1,
  delayMs: 300,
}

/** The templates say everything through their placeholder, so that every text is one of its own. */
const template = { name: 'crash_test_news', body: 'Hello, {{1}} is the news of today.', variables: { 1: 'news' } }

export async function openCrashTestSetup({
  seed,
  players: count,
}: {
  seed: number
  players: number
}): Promise<CrashTestSetup> {
  await using opened = new AsyncDisposableStack()
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const dice = createDice(seed)
  const receiver = opened.use(await openReceiver(() => ({ status: dice() < 0.1 ? 500 : 200 })))
  const carrier = opened.use(
    await openSandboxCarrier({
      ...documentedAccount,
      log: createLog({ level: 'silent', pretty: false }),
      settings: {
        inboundUrl: `${publicUrl}/carrier/twilio/message`,
        delaysMs: { sent: 5, delivered: 20, read: 60, retry: 200 },
        senders: [],
        remembered: 10_000_000,
      },
    }),
  )
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-test-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const masterKey = randomBytes(32).toString('base64')
  const allowPrivate = ['127.0.0.0/8']
  const twilio = { ...documentedAccount, apiBaseUrl: carrier.baseUrl }
  const parley = opened.use(
    await startTestApp({
      // Now and then it fails, and fails when it is asked again.
      script: ({ body }) =>
        fails(lastOf(body['messages'])) ? { status: 400 } : `You said ${lastOf(body['messages'])}.`,
      config: { masterKey, allowPrivate, twilio },
    }),
  )
  const database = opened.use(await openCrashTestDatabase(parley.connectionString))
  carrier.control.addTemplate(template)
  const players: CrashTestAccount[] = []
  for (let index = 0; index < count; index++) players.push(await cast(parley, carrier, receiver, index))
  carrier.control.settings({ faults: { ...carrierFaults, seed } })
  const stack = opened.move()
  return {
    database,
    carrier,
    receiver,
    parley,
    players,
    port,
    env: {
      DATABASE_URL: parley.connectionString,
      DATA_DIR: dataDir,
      MASTER_KEY: masterKey,
      PUBLIC_URL: publicUrl,
      TWILIO_ACCOUNT_SID: documentedAccount.accountSid,
      TWILIO_AUTH_TOKEN: documentedAccount.authToken,
      TWILIO_API_BASE_URL: carrier.baseUrl,
      OPENAI_BASE_URL: parley.model.baseUrl,
      OPENAI_API_KEY: 'test',
      ALLOW_PRIVATE_ADDRESSES: allowPrivate.join(),
      INBOUND_PAUSE_MS: '30',
      LOG_LEVEL: 'fatal',
      // The same modules are loaded at every start.
      NODE_COMPILE_CACHE: join(dataDir, 'modules'),
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The first is poor: money runs out in the midst of things. */
async function cast(
  parley: TestApp,
  carrier: SandboxCarrier,
  receiver: Receiver,
  index: number,
): Promise<CrashTestAccount> {
  const holder = await parley.createAccount({ balanceUsd: index === 0 ? 1 : 1000 })
  const ada = await parley.createAssistant(
    {
      initial_message: 'Welcome.',
      conversation_ended_webhook_url: `${receiver.url}/ended`,
      is_conversation_ended_webhook_active: true,
      conversation_ended_retrigger: true,
    },
    holder,
  )
  const number = `+1415555${String(1000 + index)}`
  carrier.control.addSender({ number, messagingLimit: '100K Customers/24hr' })
  const { data: sender } = await ada.client.senders.create({
    phone_number: number,
    display_name: `Sender ${index}`,
    assistant_id: ada.id,
    receipts_webhook_url: `${receiver.url}/receipts`,
    is_receipts_webhook_active: true,
  })
  const { data: templates } = await ada.client.senders.listTemplates({ senderId: sender.id })
  const found = templates.find(({ name }) => name === template.name)
  if (!found) throw new Error('The template of the crash test is not there.')
  return {
    index,
    accountId: ada.account.id,
    token: ada.token,
    assistantUuid: ada.uuid,
    senderId: sender.id,
    number,
    templateId: found.id,
  }
}

/** For some of the texts, always the same. */
const fails = (text: string): boolean => /^Visitor .*7$/.test(text)

/** What the customer said last. */
function lastOf(messages: unknown): string {
  const said = (messages as { role: string; content: unknown }[]).findLast(({ role }) => role === 'user')
  return String(said?.content)
}
