// The people of calls from before there were contacts.
import { isE164 } from '@parley/rules'
import { sql } from 'kysely'
import { channelAddress, type PersonSource } from '#server/features/contacts/index.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

interface Position {
  accountId: number
  id: number
}

interface Row extends Position {
  clientPhone: string | null
  createdAt: Timestamp
}

const limit = 2_000

export const peopleOfCalls: PersonSource<Position> = {
  name: 'calls',
  async readPage(db, after) {
    const isNext = after ? sql`(account_id, id) > (${after.accountId}, ${after.id})` : sql`true`
    const { rows } = await sql<Row>`
      select account_id, id, client_phone, created_at from calls where ${isNext}
      order by account_id, id limit ${limit}`.execute(db)
    const last = rows.at(-1)
    return {
      persons: rows.flatMap(({ accountId, clientPhone, createdAt: lastSeenAt }) =>
        clientPhone !== null && isE164(clientPhone)
          ? { accountId, ...channelAddress(clientPhone), profileName: null, lastSeenAt }
          : [],
      ),
      position: last && { accountId: last.accountId, id: last.id },
    }
  },
}
