// Creates the accounts of the tenant matrix: the requesting account, the hidden account and an account without records.
import { ParleyError } from '#sdk/index.ts'
import { forgetOldRequests } from '#server/platform/rate-limit.ts'
import { aliases, closedFactories, factories, type MadeRecord, recordsToCome, sharedRecords } from '../factories.ts'
import type { TestAccount, TestApp } from '../test-app.ts'
import { placedAt } from './body.ts'
import type { Position } from './positions.ts'

type Id = number | string

export interface Tenants {
  own: TestAccount
  third: TestAccount
  revokedToken: string
  /** The account whose records must neither change nor be visible. */
  hidden: TestAccount
  /** Texts that only the records of the hidden account contain. */
  canaries: string[]
  /** Undefined for records that all accounts share. */
  foreign(record: string, form: Position['form'], open: boolean): Promise<Id | undefined>
  deleted(record: string, form: Position['form']): Promise<Id | undefined>
  /** Creates a record of the requesting account for one request. */
  fresh(record: string, form: Position['form']): Promise<Id | undefined>
  /** A record of the requesting account that no request deletes. */
  kept(record: string, form: Position['form']): Promise<Id>
  variantsOf(position: Position): number
  forgetRequests(): Promise<void>
}

/** Creates one hidden record of every kind before the first request. */
export async function openTenants(parley: TestApp): Promise<Tenants> {
  const [own, third, hidden] = await Promise.all([
    parley.createAccount(),
    parley.createAccount(),
    parley.createAccount(),
  ])
  const canary = `canary-${crypto.randomUUID().slice(0, 8)}`
  const { email } = await hidden.client.accounts.me()
  const hiddenRecords = new Map<string, MadeRecord>()
  const hiddenOnes = async (kind: string) => hiddenRecords.get(kind)!
  for (const [kind, make] of Object.entries(factories)) {
    hiddenRecords.set(kind, await make(hidden, canary, parley, hiddenOnes))
  }
  for (const [kind, make] of Object.entries(closedFactories)) {
    hiddenRecords.set(`closed ${kind}`, await make(hidden, canary, parley, hiddenOnes))
  }
  const keptRecords = new Map<string, Promise<MadeRecord>>()

  const make = async (record: string): Promise<MadeRecord | undefined> =>
    await factories[aliases[record] ?? record]?.(own, 'mine', parley, keep)
  const keep = (record: string): Promise<MadeRecord> => {
    const kept = keptRecords.get(record) ?? make(record).then((made) => made ?? { id: 1 })
    keptRecords.set(record, kept)
    return kept
  }

  return {
    own,
    third,
    hidden,
    canaries: [canary, email],
    revokedToken: await revokedTokenOf(parley, own),
    async foreign(record, form, open) {
      const kind = aliases[record] ?? record
      const made = (open ? hiddenRecords.get(`closed ${kind}`) : undefined) ?? hiddenRecords.get(kind)
      return made && idOf(made, form)
    },
    async deleted(record, form) {
      const made = await make(record)
      if (!made?.remove) return undefined
      await made.remove()
      return idOf(made, form)
    },
    async fresh(record, form) {
      const made = await make(record)
      return made && idOf(made, form)
    },
    kept: async (record, form) => idOf(await keep(record), form),
    variantsOf: ({ endpoint, place, steps }) => (place === 'body' ? placedAt(endpoint.body, steps, 1).length : 1),
    forgetRequests: () => forgetOldRequests(parley.app.context.db, 0),
  }
}

/** Explains why the matrix cannot test the record; undefined if it can. */
export function whyUntestable(record: string, areas: string[]): string | undefined {
  const kind = aliases[record] ?? record
  const hasArea = areas.some((area) => area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).startsWith(kind))
  if (factories[kind] || sharedRecords.has(kind) || (recordsToCome.has(kind) && !hasArea)) return undefined
  return `server/testing/factories.ts does not say how to make a record of kind ${kind}`
}

function idOf(made: MadeRecord, form: Position['form']): Id {
  const id = form === 'number' ? made.id : made.uuid
  if (id === undefined) throw new Error(`The factory gives no ${form === 'number' ? 'id' : 'uuid'}`)
  return id
}

async function revokedTokenOf(parley: TestApp, { client }: TestAccount): Promise<string> {
  const { token } = (await client.accounts.createApiKey({ name: 'revoked' })).api_key
  const { id } = (await client.accounts.listApiKeys()).api_keys.at(-1)!
  await client.accounts.deleteApiKey({ id })
  const headers = { authorization: `Bearer ${token}` }
  // The key has never been used, so no process caches it.
  const { statusCode } = await parley.app.http.inject({ method: 'GET', url: '/api/user/me', headers })
  if (statusCode !== 401) throw new ParleyError(statusCode, {}, new Headers())
  return token
}
