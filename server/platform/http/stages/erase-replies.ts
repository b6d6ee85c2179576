// Erases stored replies to requests with an idempotency key that mention a person. The request is not handled again.
import { sql } from 'kysely'
import type { AccountContext } from '../../context/context.ts'
import { transaction } from '../../context/transaction.ts'
import { mentions } from '../../person.ts'
import type { Erasure } from '../../personal-data.ts'

const erasedReply = { message: 'The reply was erased with the data of a person.' }

/** Also those of members, which have scopes below that of the account. Requests without an account are found by the UUID of the conversation only. */
export async function eraseReplies(ctx: AccountContext, { person, count }: Erasure): Promise<void> {
  const { uuids } = person
  const isPublic = sql`scope like 'public:%' and ${mentions({ phoneNumbers: [], identifiers: [], uuids, texts: [] }, sql`reply`)}`
  await transaction(ctx, async ({ db, account }) => {
    const { numAffectedRows } = await sql`
      update idempotency_keys set status = 410, reply = ${JSON.stringify(erasedReply)}, key = case
        when ${mentions(person, sql`key`)} then effect_key::text else key end
      where status is not null and (
        ((scope = ${`account:${account.id}`} or scope like ${`account:${account.id}:%`}) and (${mentions(person, sql`reply`)} or ${mentions(person, sql`key`)}))
        or (${isPublic}))`.execute(db)
    await count(db, 'stored_replies', Number(numAffectedRows))
  })
}
