// Creates accounts and assistants for tests.
import type { CallInput } from '#contract/wire/endpoint.ts'
import { type Client, type contract, createClient } from '#sdk/index.ts'
import { createAccount as insertAccount } from '#server/features/accounts/index.ts'
import { credit } from '#server/features/billing/index.ts'
import { type Account, type AppContext, asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { InjectFetch } from './inject.ts'

export const testBaseUrl = 'http://127.0.0.1:8080'

export interface TestAccount {
  account: Account
  token: string
  client: Client
}

export interface NewTestAccount {
  name?: string
  kind?: Account['kind']
  timeZone?: string
  country?: string
  /** Default: 100. */
  balanceUsd?: number
}

export type AccountFactories = ReturnType<typeof accountFactories>
export type TestAssistant = Awaited<ReturnType<AccountFactories['createAssistant']>>

export function accountFactories(context: AppContext, fetch: InjectFetch) {
  let accounts = 0

  async function createAccount(options: NewTestAccount = {}): Promise<TestAccount> {
    const { kind = 'direct', timeZone = 'UTC', country = 'US', balanceUsd = 100 } = options
    const email = `owner-${++accounts}-${context.newId()}@example.com`
    const { account, token } = await transaction(context, (tx) =>
      insertAccount(tx, { name: options.name ?? `Account ${accounts}`, email, kind, timeZone, country }),
    )
    if (balanceUsd > 0) {
      const amountMicros = Math.round(balanceUsd * 1_000_000)
      await transaction(asAccount(context, account), (tx) => credit(tx, { kind: 'top-up', ref: 'test', amountMicros }))
    }
    return { account, token, client: createClient({ baseUrl: testBaseUrl, apiKey: token, fetch }) }
  }

  /** Creates an assistant, in a new account unless one is given. */
  async function createAssistant(
    fields: Partial<CallInput<typeof contract.assistants.create>> = {},
    account?: TestAccount,
  ) {
    const given = account ?? (await createAccount())
    const { assistants, accounts } = given.client
    const { id } = (await assistants.create({ name: 'Ada', ...fields })).data
    const { uuid } = (await assistants.get({ id })).data
    /** In thousandths of a dollar, so that the price of a widget message is 10. */
    const balance = async () => Math.round((await accounts.me()).total_balance * 100)
    return { ...given, id, uuid, balance }
  }

  return { createAccount, createAssistant }
}
