// The customers of senders from before there were contacts.
import { sql } from 'kysely'
import { channelAddress, type PersonSource } from '#server/features/contacts/index.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

interface Position {
  accountId: number
  senderId: number
  customerKey: string
}

interface Row extends Position {
  address: string
  profileName: string | null
  lastSeenAt: Timestamp
}

const limit = 1_000

export const customersOfSenders: PersonSource<Position> = {
  name: 'messages',
  async readPage(db, after) {
    const isNext = after
      ? sql`(account_id, sender_id, customer_key) > (${after.accountId}, ${after.senderId}, ${after.customerKey})`
      : sql`true`
    const { rows } = await sql<Row>`
      select account_id, sender_id, customer_key, address, coalesce(name, profile_name) as profile_name,
        coalesce(greatest(last_inbound_at, last_template_at), app_now()) as last_seen_at
      from chatapp_contacts where ${isNext} order by account_id, sender_id, customer_key limit ${limit}`.execute(db)
    const last = rows.at(-1)
    return {
      persons: rows.map(({ accountId, customerKey, address, profileName, lastSeenAt }) => {
        const own = phoneNumberKey(address) === customerKey ? address : customerKey
        return { accountId, ...channelAddress(own), profileName, lastSeenAt }
      }),
      position: last && { accountId: last.accountId, senderId: last.senderId, customerKey: last.customerKey },
    }
  },
}
