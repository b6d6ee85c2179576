// Measures the contacts of an account with many of them: lists, searches and recognized messages: `npm run bench -- people`.
import { sql } from 'kysely'
import { channelAddress, identifyContact } from '#server/features/contacts/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { defineBench } from './shared/bench.ts'
import { percentile, timeEach } from './shared/load.ts'
import { progress } from './shared/progress.ts'
import { describeMachine, print, tableOf } from './shared/report.ts'

export const bench = defineBench({
  about: 'lists and searches of a million contacts, and what it takes to recognize a person',
  parameters: { contacts: 1_000_000, rounds: 100 },
  short: { contacts: 500, rounds: 2 },
  async run({ contacts, rounds }) {
    print(describeMachine())
    await using parley = await startTestApp()
    const owner = await parley.createAccount()
    progress(`store ${contacts} contacts`)
    await fill(parley, owner.account.id, contacts)
    const random = () => 1 + Math.floor(Math.random() * contacts)
    const numberOf = (index: number): string => `+1415${5_000_000 + index}`
    const { list } = owner.client.contacts
    const queries: Record<string, () => Parameters<typeof list>[0]> = {
      'no filter': () => ({}),
      label: () => ({ label: 'vip' }),
      'search: a whole number': () => ({ search: numberOf(random()) }),
      'search: five digits of a number': () => ({ search: numberOf(random()).slice(-5) }),
      'search: a whole name': () => ({ search: nameOf(random()) }),
      'search: part of a family name': () => ({ search: nameOf(random()).slice(-6) }),
      'search: three letters of many names': () => ({ search: 'tom' }),
      'search: two letters': () => ({ search: 'an' }),
      'search: nothing found': () => ({ search: 'zzzzz' }),
    }
    const rows: (string | number)[][] = []
    for (const [name, query] of Object.entries(queries)) {
      progress(name)
      let total = 0
      const sample = await timeEach(rounds, async () => {
        total = (await list(query())).data.length
      })
      rows.push([name, String(total), percentile(sample, 0.5), percentile(sample, 0.95)])
    }
    print(tableOf([`list of ${contacts} contacts`, 'on the page', 'p50, ms', 'p95, ms'], rows))
    const ctx = asAccount(parley.app.context, { ...owner.account, kind: 'direct', timeZone: 'UTC', country: 'US' })
    const recognize = (phone: () => string) =>
      timeEach(rounds * 5, () =>
        transaction(ctx, (tx) => identifyContact(tx, { addresses: [channelAddress(phone())] })).then(() => {}),
      )
    let next = 0
    const known = await recognize(() => numberOf(random()))
    const unknown = await recognize(() => `+1212${5_000_000 + next++}`)
    const rowOf = (name: string, sample: readonly number[]) => [name, percentile(sample, 0.5), percentile(sample, 0.95)]
    const recognized = [rowOf('a known person', known), rowOf('a new person', unknown)]
    print(tableOf(['recognizing a person by a number', 'p50, ms', 'p95, ms'], recognized))
  },
})

const given = ['Ann', 'Bob', 'Cleo', 'Dora', 'Emil', 'Fatma', 'Georg', 'Hana', 'Ivan', 'Jo', 'Karim', 'Lena', 'Mei']
/** The parts of family names. */
const syllables = [
  'ba',
  'con',
  'del',
  'fer',
  'gra',
  'hol',
  'ken',
  'lim',
  'mor',
  'nie',
  'pat',
  'ros',
  'sten',
  'tom',
  'wal',
]
/** A given and a family name, of 43,875. */
const nameOf = (index: number): string => {
  const family = [index % 15, Math.floor(index / 15) % 15, Math.floor(index / 225) % 15]
  return `${given[index % 13]} ${family.map((position) => syllables[position]).join('')}`
}

async function fill({ app }: TestApp, accountId: number, contacts: number): Promise<void> {
  const { db } = app.context
  await sql`
    insert into contacts (account_id, name, labels, created_at, updated_at, last_seen_at)
    select ${accountId}, (${given}::text[])[1 + i % 13] || ' ' || (${syllables}::text[])[1 + i % 15]
        || (${syllables}::text[])[1 + i / 15 % 15] || (${syllables}::text[])[1 + i / 225 % 15],
      case when i % 1000 = 0 then '{vip}'::text[] else '{}' end, app_now(), app_now(),
      app_now() - make_interval(secs => (i::bigint * 7919) % 1000003)
    from generate_series(1, ${contacts}::int) i`.execute(db)
  await sql`
    insert into contact_addresses (account_id, kind, key, address, contact_id, created_at)
    select account_id, 'phone', number, number, id, app_now() from (
      select account_id, id, '+1415' || (5000000 + row_number() over (order by id)) as number
      from contacts where account_id = ${accountId}) n`.execute(db)
  await sql`analyze`.execute(db)
}
