// Creates accounts and assistants for tests.
import type { CallInput } from '#contract/endpoint.ts'
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
  kind?: Account['kind']
  timeZone?: string
  balanceUsd?: number
}

export interface TestAssistant extends TestAccount {
  id: number
  uuid: string
  /** In thousandths of a dollar, so that the price of a widget message is 10. */
  balance(): Promise<number>
}

export type NewTestAssistant = Partial<CallInput<typeof contract.assistants.create>>

export interface AccountFactories {
  /** Creates an account with a balance of 100 dollars unless stated otherwise. */
  createAccount(options?: NewTestAccount): Promise<TestAccount>
  /** Creates an assistant, in a new account unless one is given. */
  createAssistant(fields?: NewTestAssistant, account?: TestAccount): Promise<TestAssistant>
}

export function accountFactories(context: AppContext, fetch: InjectFetch): AccountFactories {
  let accounts = 0
  const factories: AccountFactories = {
    async createAccount({ kind = 'direct', timeZone = 'UTC', balanceUsd = 100 } = {}) {
      const email = `holder-${++accounts}-${context.newId()}@example.com`
      const { account, token } = await transaction(context, (tx) =>
        insertAccount(tx, { name: `Holder ${accounts}`, email, kind, timeZone }),
      )
      if (balanceUsd > 0) {
        const amountMicros = Math.round(balanceUsd * 1_000_000)
        await transaction(asAccount(context, account), (tx) =>
          credit(tx, { kind: 'top-up', ref: 'test', amountMicros }),
        )
      }
      return { account, token, client: createClient({ baseUrl: testBaseUrl, apiKey: token, fetch }) }
    },
    async createAssistant(fields = {}, given) {
      const account = given ?? (await factories.createAccount())
      const { assistants, accounts } = account.client
      const { id } = (await assistants.create({ name: 'Ada', ...fields })).data
      const { uuid } = (await assistants.get({ id })).data
      return { ...account, id, uuid, balance: async () => Math.round((await accounts.me()).total_balance * 100) }
    },
  }
  return factories
}
