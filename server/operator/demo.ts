// Creates the demo account with two assistants and, at the sandbox carrier, phone numbers, a sender and templates.
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
import { credit } from '../features/billing/index.ts'
import { ensureMember } from '../features/members/index.ts'
import { selectPhoneNumbers } from '../features/phone-numbers/index.ts'
import { createPhone, findUsernameOwner } from '../features/sip-trunks/index.ts'
import { type AccountContext, type AppContext, asAccount } from '../platform/context/context.ts'
import { transaction } from '../platform/context/transaction.ts'
import {
  awaitReviews,
  type DemoSender,
  demoNumber,
  demoTelephone,
  inboundDemoNumber,
  openDemoSender,
  receptionDemoNumber,
} from '../startup/demo-sender.ts'
import { openDemoAssistants } from './demo-assistants.ts'
import { openDemoCampaign } from './demo-campaign.ts'
import { openDemoKnowledge } from './demo-knowledge.ts'

export interface Demo {
  accountId: number
  apiKey: string
  /** The owner, who is an operator of the installation. */
  userId: number
  assistantId: number
  assistantUuid: string
  knowledgebaseId: number
  campaignId: number
  /** Undefined unless the carrier is the sandbox. The assistant calls from it. */
  phoneNumber: string | undefined
  /** Undefined unless the carrier is the sandbox. Another assistant answers it. */
  inboundPhoneNumber: string | undefined
  /** Undefined unless the carrier is the sandbox. */
  sender: DemoSender | undefined
}

export const demoEmail = 'demo@parley.example'

/** Waits until the demo templates have been reviewed. */
export async function awaitDemoReviews(context: AppContext, { accountId, sender }: Demo): Promise<void> {
  const ctx = sender && (await actFor(context, accountId))
  if (ctx) await awaitReviews(ctx, sender)
}

/** Creates the demo account in a database without accounts, or finds it. Otherwise returns undefined. */
export async function ensureDemo(context: AppContext, config: Config): Promise<Demo | undefined> {
  if ((await hasAccounts(context.db)) && !(await findAccountByEmail(context.db, demoEmail))) return undefined
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
  let account = await findAccountByEmail(context.db, demoEmail)
  if (!account) {
    const created = await transaction(context, async (tx) => {
      const made = await createAccount(tx, { name: 'Demonstration', email: demoEmail, kind: 'direct' })
      await credit({ ...tx, account: made.account }, { kind: 'top-up', ref: 'demo', amountMicros: 100_000_000 })
      return made
    })
    apiKey = created.token
    account = (await findAccountByEmail(context.db, demoEmail))!
  }
  const { id, kind, timeZone, country } = account
  const ctx = asAccount(context, { id, kind, timeZone, country })
  // The data directory keeps the API key, readable only by its owner, so that it can be shown again.
  const keyFile = join(dataDir, 'demo-key.json')
  apiKey ??= (await rememberedKey(context, keyFile, id)) ?? (await createApiKey(ctx, { name: 'demonstration' })).token
  await mkdir(dataDir, { recursive: true })
  await writeFile(`${keyFile}.${process.pid}`, `${JSON.stringify({ apiKey })}\n`, { mode: 0o600 })
  await rename(`${keyFile}.${process.pid}`, keyFile)
  const member = { email: demoEmail, name: 'Demonstration', role: 'owner', isOperator: true } as const
  const userId = await ensureMember(ctx, member)
  const knowledgebaseId = await openDemoKnowledge(ctx)
  const { receptionist } = await openDemoAssistants(ctx, { withNumbers: !twilio, knowledgebaseId })
  if (!twilio) await openDemoTelephone(ctx)
  return {
    accountId: id,
    apiKey,
    userId,
    assistantId: receptionist.id,
    assistantUuid: receptionist.uuid,
    knowledgebaseId,
    campaignId: await openDemoCampaign(ctx, receptionist.id),
    phoneNumber: twilio ? undefined : demoNumber,
    inboundPhoneNumber: twilio ? undefined : inboundDemoNumber,
    sender: twilio ? undefined : await openDemoSender(ctx, receptionist.id),
  }
}

/** A softphone on this machine calls it without an account, and the front desk answers. */
async function openDemoTelephone(ctx: AccountContext): Promise<void> {
  if (await findUsernameOwner(ctx.db, demoTelephone)) return
  const numbers = await selectPhoneNumbers(ctx.db, ctx.account.id)
  const phoneNumberId = numbers.find(({ phoneNumber }) => phoneNumber === receptionDemoNumber)?.id
  await createPhone(ctx, { name: 'Softphone of this machine', username: demoTelephone, phoneNumberId })
}

async function rememberedKey(context: AppContext, keyFile: string, accountId: number): Promise<string | undefined> {
  const text = await readFile(keyFile, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { apiKey } = JSON.parse(text) as { apiKey: string }
  const caller = await findCaller(context, apiKey)
  return caller?.account.id === accountId ? apiKey : undefined
}
