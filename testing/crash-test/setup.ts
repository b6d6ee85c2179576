// What outlives the server in the crash test: the database, an unreliable carrier, a model, a webhook receiver and accounts.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RandomFaults } from '@parley/carrier-sandbox'
import { createSeededRandom, documentedAccount, openSandboxCarrier, type SandboxCarrier } from '@parley/carrier-sandbox'
import { createLog } from '#server/platform/observability/log.ts'
import type { TestDatabase } from '#testing/app/database.ts'
import { startTestApp, type TestAccount, type TestApp } from '#testing/app/test-app.ts'
import { openReceiver, type Receiver } from '#testing/emulators/receiver.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { openCrashTestDatabase } from './database.ts'
import { openAutomation } from './open-automation.ts'
import { openCampaigns } from './open-campaigns.ts'

export type CrashTestAccount = Awaited<ReturnType<typeof openAccount>>
export type CrashTestSetup = Awaited<ReturnType<typeof openCrashTestSetup>>

/** The probabilities of the carrier's faults. */
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

export const noCarrierFaults = Object.fromEntries(Object.keys(carrierFaults).map((name) => [name, 0]))

/** Its placeholder holds the whole text, so that every message is unique. */
const template = { name: 'crash_test_update', body: 'Hello, {{1}} is the update of today.', variables: { 1: 'update' } }

export interface SetupOptions {
  seed: number
  accounts: number
  /** Default: a new one. */
  database?: TestDatabase
}

export async function openCrashTestSetup(options: SetupOptions) {
  const { seed } = options
  await using opened = new AsyncDisposableStack()
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const random = createSeededRandom(seed)
  const receiver = opened.use(await openReceiver(() => ({ status: random() < 0.1 ? 500 : 200 })))
  /** Receives the requests of automations. It may have processed those that it answers with 500, and no others. */
  const stepReceiver = opened.use(
    await openReceiver(() => {
      const kind = random()
      return { status: kind < 0.03 ? 500 : kind < 0.06 ? 503 : 200, body: '{}' }
    }),
  )
  let turnParley: ((offsetMs: number) => Promise<void>) | undefined
  const carrier = opened.use(
    await openSandboxCarrier({
      ...documentedAccount,
      onClockTurned: async (offsetMs) => turnParley?.(Math.round(offsetMs)),
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
      script: ({ body }) => {
        const messages = body['messages'] as { role: string; content: unknown }[]
        const text = String(messages.findLast(({ role }) => role === 'user')?.content)
        // The model fails for the same texts every time.
        return /^Visitor .*7$/.test(text) ? { status: 400 } : `You said ${text}.`
      },
      config: { masterKey, allowPrivate, twilio },
      ...(options.database && { database: options.database }),
    }),
  )
  const database = opened.use(await openCrashTestDatabase(parley.connectionString))
  turnParley = database.turnClock
  carrier.control.addTemplate(template)
  const accounts: CrashTestAccount[] = []
  for (let index = 0; index < options.accounts; index++)
    accounts.push(await openAccount({ parley, carrier, receiver, stepReceiver }, index))
  // The servers under test are processes of their own.
  await parley.app[Symbol.asyncDispose]()
  carrier.control.settings({ faults: { ...carrierFaults, seed } })
  const stack = opened.move()
  return {
    database,
    carrier,
    receiver,
    stepReceiver,
    accounts,
    /** The same for every server, because the carrier stores callback URLs. */
    port,
    /** The environment of every server. */
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
      DEFAULT_SPEECH: 'scripted',
      // So that no call waits for an hour.
      CONCURRENT_CALLS: '100',
      CALLS_PER_MINUTE: '1000',
      CALLS_PER_HOUR_TO_PREFIX: '100000',
      LOG_LEVEL: 'fatal',
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

interface AccountSetup {
  parley: TestApp
  carrier: SandboxCarrier
  receiver: Receiver
  stepReceiver: Receiver
}

/** The first account has so little money that it runs out during the test. */
async function openAccount({ parley, carrier, receiver, stepReceiver }: AccountSetup, index: number) {
  const ada = await parley.createAssistant(
    {
      initial_message: 'Welcome.',
      conversation_ended_webhook_url: `${receiver.url}/ended`,
      is_conversation_ended_webhook_active: true,
      conversation_ended_retrigger: true,
    },
    await parley.createAccount({ balanceUsd: index === 0 ? 1 : 1000 }),
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
  const templateId = templates.find(({ name }) => name === template.name)!.id
  const phoneNumber = `+1415556${String(1000 + index)}`
  carrier.control.addNumber({ phoneNumber })
  const { id: phoneNumberId } = (await ada.client.phoneNumbers.create({ phone_number: phoneNumber })).data
  const callerId = await openCallingAssistant(parley, receiver, ada, phoneNumberId)
  const { account, client, token, uuid: assistantUuid } = ada
  const patientCallerId = await openCallingAssistant(parley, receiver, ada, phoneNumberId, {
    max_duration: 600,
    max_silence_duration: 360,
  })
  const opened = {
    index,
    accountId: account.id,
    token,
    assistantUuid,
    senderId: sender.id,
    number,
    templateId,
    callerId,
    /** Its calls last until the other side hangs up. */
    patientCallerId,
  }
  // A campaign of an account without money would not end.
  if (index === 0) return { ...opened, campaigns: [], automation: undefined }
  const campaignCallerId = await openCallingAssistant(parley, receiver, ada, phoneNumberId, { ringing_time: 1 })
  const campaigns = await openCampaigns(client, { ...opened, phoneNumberId, campaignCallerId })
  const campaignId = campaigns.find(({ channel }) => channel === 'sms')!.id
  const automation = await openAutomation(client, { phoneNumberId, campaignId, receiverUrl: stepReceiver.url })
  return { ...opened, campaigns, automation }
}

/** Creates an assistant that makes short calls, and returns its ID. */
async function openCallingAssistant(
  parley: TestApp,
  receiver: Receiver,
  owner: TestAccount,
  phoneNumberId: number,
  fields: { ringing_time?: number; max_duration?: number; max_silence_duration?: number } = {},
): Promise<number> {
  const { id } = await parley.createAssistant(
    {
      phone_number_id: phoneNumberId,
      initial_message: 'Hello.',
      // Suppression changes the low bits of the audio, which contain the words of scripted speech.
      enable_noise_cancellation: false,
      max_duration: 20,
      ringing_time: 10,
      post_call_evaluation: false,
      is_webhook_active: true,
      webhook_url: `${receiver.url}/called`,
      send_webhook_only_on_completed: false,
      ...fields,
    },
    owner,
  )
  return id
}
