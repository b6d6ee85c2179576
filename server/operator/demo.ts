// Creates the demo account with an assistant and, at the sandbox carrier, a phone number, a sender and templates.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import {
  actFor,
  createAccount,
  createApiKey,
  findAccountByEmail,
  findCaller,
  hasAccounts,
} from '../features/accounts/index.ts'
import { createAssistant, findAssistantByName, setStatus, updateAssistant } from '../features/assistants/index.ts'
import { credit } from '../features/billing/index.ts'
import { importPhoneNumber, selectPhoneNumbers } from '../features/phone-numbers/index.ts'
import { type AccountContext, type AppContext, asAccount } from '../platform/context/context.ts'
import { transaction } from '../platform/context/transaction.ts'
import { awaitReviews, type DemoSender, demoNumber, openDemoSender } from '../startup/demo-sender.ts'

export interface Demo {
  accountId: number
  apiKey: string
  assistantId: number
  assistantUuid: string
  /** Undefined unless the carrier is the sandbox. The assistant calls from it. */
  phoneNumber: string | undefined
  /** Undefined unless the carrier is the sandbox. */
  sender: DemoSender | undefined
}

const email = 'demo@parley.example'
const assistantName = 'Ada of the demonstration'

/** Waits until the demo templates have been reviewed. */
export async function awaitDemoReviews(context: AppContext, { accountId, sender }: Demo): Promise<void> {
  const ctx = sender && (await actFor(context, accountId))
  if (ctx) await awaitReviews(ctx, sender)
}

/** Creates the demo account in a database without accounts, or finds it. Otherwise returns undefined. */
export async function ensureDemo(context: AppContext, config: Config): Promise<Demo | undefined> {
  if ((await hasAccounts(context.db)) && !(await findAccountByEmail(context.db, email))) return undefined
  return openDemo(context, config)
}

/**
 * Creates the demo account and whatever is missing in it. A lock makes sure that of several processes that start at the
 * same time only one creates it.
 */
export function openDemo(context: AppContext, config: Config): Promise<Demo> {
  return context.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('parley:demo'))`.execute(connection)
    try {
      return await makeOrFind(context, config)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('parley:demo'))`.execute(connection)
    }
  })
}

async function makeOrFind(context: AppContext, { dataDir, twilio }: Config): Promise<Demo> {
  let apiKey: string | undefined
  let account = await findAccountByEmail(context.db, email)
  if (!account) {
    const created = await transaction(context, async (tx) => {
      const made = await createAccount(tx, { name: 'Demonstration', email, kind: 'direct' })
      await credit({ ...tx, account: made.account }, { kind: 'top-up', ref: 'demo', amountMicros: 100_000_000 })
      return made
    })
    apiKey = created.token
    account = (await findAccountByEmail(context.db, email))!
  }
  const { id, kind, timeZone, country } = account
  const ctx = asAccount(context, { id, kind, timeZone, country })
  // The data directory keeps the API key, readable only by its owner, so that it can be shown again.
  const keyFile = join(dataDir, 'demo-key.json')
  apiKey ??= (await rememberedKey(context, keyFile, id)) ?? (await createApiKey(ctx, { name: 'demonstration' })).token
  await mkdir(dataDir, { recursive: true })
  await writeFile(`${keyFile}.${process.pid}`, `${JSON.stringify({ apiKey })}\n`, { mode: 0o600 })
  await rename(`${keyFile}.${process.pid}`, keyFile)
  const assistant = (await findAssistantByName(ctx.db, id, assistantName)) ?? (await createDemoAssistant(ctx))
  const phoneNumber = twilio ? undefined : await openDemoNumber(ctx, assistant.id)
  const sender = twilio ? undefined : await openDemoSender(ctx, assistant.id)
  return { accountId: id, apiKey, assistantId: assistant.id, assistantUuid: assistant.uuid, phoneNumber, sender }
}

/** The assistant gets the number when it is imported, so that a later change of the assistant is kept. */
async function openDemoNumber(ctx: AccountContext, assistantId: number): Promise<string> {
  const existing = (await selectPhoneNumbers(ctx.db, ctx.account.id)).some((one) => one.phoneNumber === demoNumber)
  if (!existing) {
    const { id } = await importPhoneNumber(ctx, { phoneNumber: demoNumber, nickname: 'Demonstration', type: 'both' })
    await updateAssistant(ctx, assistantId, { phoneNumberId: id })
  }
  return demoNumber
}

async function createDemoAssistant(ctx: AccountContext): Promise<{ id: number; uuid: string }> {
  const { id } = await createAssistant(ctx, {
    name: assistantName,
    initialMessage: 'Hello {{customer_name}}, this is Ada. How can I help you?',
    systemPrompt: [
      'You are Ada, the friendly receptionist of the Harbour Street Bakery.',
      'The bakery opens at {{opening_time}} and closes at {{closing_time}}, and its bestseller is {{bestseller}}.',
      'Answer in one or two short sentences. When you do not know something, say so.',
    ].join(' '),
    variables: {
      customer_name: 'there',
      opening_time: '7:00',
      closing_time: '18:00',
      bestseller: 'the cinnamon bun',
    },
    visitorVariables: ['customer_name'],
    postCallSchema: [
      { name: 'customer_name', type: 'string', description: 'The name of the customer, if they gave it' },
    ],
  })
  return setStatus(ctx, id, 'active')
}

async function rememberedKey(context: AppContext, keyFile: string, accountId: number): Promise<string | undefined> {
  const text = await readFile(keyFile, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { apiKey } = JSON.parse(text) as { apiKey: string }
  const caller = await findCaller(context, apiKey)
  return caller?.account.id === accountId ? apiKey : undefined
}
