// Creates the accounts of the tenant matrix: the requesting account, the hidden account and an account without records.
import { ParleyError } from '#sdk/index.ts'
import { aliases, closedFactories, factories, type MadeRecord, sharedRecords } from '../app/factories.ts'
import { signInAgain } from '../app/members.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import type { Position } from './positions.ts'

type Id = number | string
type Form = Position['form']

export type Tenants = Awaited<ReturnType<typeof openTenants>>

/** Creates one hidden record of every kind before the first request. */
export async function openTenants(parley: TestApp) {
  const create = () => parley.createAccount()
  const [own, third, hidden] = await Promise.all([create(), create(), create()])
  const marker = `marker-${crypto.randomUUID().slice(0, 8)}`
  const { email } = await hidden.client.accounts.me()
  const hiddenRecords = new Map<string, MadeRecord>()
  for (const [prefix, all] of [['', factories] as const, ['closed ', closedFactories] as const]) {
    for (const [kind, make] of Object.entries(all)) {
      hiddenRecords.set(prefix + kind, await make(hidden, marker, parley, async (of) => hiddenRecords.get(of)!))
    }
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
    /** Credentials for endpoints that require a signed-in member. */
    sessions: {
      good: (await signInAgain(parley, own)).cookie(),
      other: (await signInAgain(parley, third)).cookie(),
      none: undefined,
      revoked: 'parley_session=0000000000000000000000000000000000000000',
    },
    revokedToken: await revokedTokenOf(parley, own),
    /** The account whose records must neither change nor be visible. */
    hidden,
    /** Texts that only the records of the hidden account contain. */
    leakMarkers: [marker, email],
    /** Undefined for records that all accounts share. */
    foreign(record: string, form: Form, isOpen: boolean): Id | undefined {
      const kind = aliases[record] ?? record
      const made = (isOpen ? hiddenRecords.get(`closed ${kind}`) : undefined) ?? hiddenRecords.get(kind)
      return made && idOf(made, form)
    },
    async deleted(record: string, form: Form): Promise<Id | undefined> {
      const made = await make(record)
      if (!made?.remove) return undefined
      await made.remove()
      return idOf(made, form)
    },
    /** Creates a record of the requesting account for one request. */
    async fresh(record: string, form: Form): Promise<Id | undefined> {
      const made = await make(record)
      return made && idOf(made, form)
    },
    /** A record of the requesting account that no request deletes. */
    kept: async (record: string, form: Form): Promise<Id> => idOf(await keep(record), form),
  }
}

/** Explains why the matrix cannot test the record; undefined if it can. */
export function whyUntestable(record: string): string | undefined {
  const kind = aliases[record] ?? record
  if (factories[kind] || sharedRecords.has(kind)) return undefined
  return `testing/app/factories.ts does not say how to make a record of kind ${kind}`
}

function idOf(made: MadeRecord, form: Form): Id {
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
