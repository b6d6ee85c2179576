// Compares the leads of campaigns with the calls and messages that the carrier has, and with what clients have added.
import type { ClientLog } from './client-log.ts'
import type { Fault } from './database.ts'
import type { CrashTestSetup } from './setup.ts'

interface StoredLead {
  account_id: number
  id: number
  phone: string
  channel: string
  attempts: number
}

/** Every lead has a number of its own, which nothing else calls or messages. */
export async function verifyLeads({ database, carrier }: CrashTestSetup, { leads }: ClientLog): Promise<Fault[]> {
  const stored = await database.read<StoredLead>('leads')
  const ids = new Set(stored.map(({ account_id, id, phone }) => `${account_id}:${id}:${phone}`))
  const phones = Map.groupBy(stored, ({ phone }) => phone)
  const calls = Map.groupBy(carrier.control.recentCalls(1_000_000), ({ to }) => to)
  const sent = carrier.messages().filter(({ direction }) => direction === 'outbound-api')
  const messages = Map.groupBy(sent, ({ to }) => to.replace(/^[a-z]+:/, ''))
  return [
    ...stored.flatMap(({ account_id: account, id, phone, channel, attempts }): Fault[] => {
      const contacts = (calls.get(phone)?.length ?? 0) + (messages.get(phone)?.length ?? 0)
      if (contacts <= attempts) return []
      const message = `Lead ${id} (${phone}, ${channel}) has ${attempts} attempts, but was contacted ${contacts} times.`
      return [{ invariant: 'duplicates', account, message }]
    }),
    ...[...phones].flatMap(([phone, same]): Fault[] =>
      same.length === 1 ? [] : [{ invariant: 'idempotency', message: `${phone} has ${same.length} leads.` }],
    ),
    ...leads.flatMap(({ accountId, leadId, phone }): Fault[] => {
      if (ids.has(`${accountId}:${leadId}:${phone}`)) return []
      return [{ invariant: 'acknowledged', account: accountId, message: `Lead ${leadId} (${phone}) is missing.` }]
    }),
  ]
}
