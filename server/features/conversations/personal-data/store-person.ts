// The SQL that finds and deletes the conversations of a person.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { addressesOf, hasValue, type Person, personOf } from '#server/platform/person.ts'

export const isOf = (person: Person) => sql`(c.customer_phone = any(${person.phoneNumbers}::text[])
  or c.customer_identifier = any(${addressesOf(person)}::text[]) or c.uuid = any(${person.uuids}::uuid[])
  or ${hasValue([...person.phoneNumbers, ...person.texts], sql`c.variables`)})`

/** An answer is being generated. */
const isAnswering = sql`(c.turn_line <> '{}' and c.turn_until > app_now())`

export async function isAnswered(db: Db, accountId: number, person: Person): Promise<boolean> {
  const { rows } = await sql`
    select from conversations c where c.account_id = ${accountId} and ${isOf(person)} and ${isAnswering} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The variables by which accounts name the number of a customer. Other variables can be numbers of the account. */
const numberVariables = ['phone', 'phone_number', 'customer_phone']

export async function findAddresses(db: Db, accountId: number, person: Person): Promise<Person> {
  const { rows } = await sql<{ uuid: string; addresses: (string | null)[] }>`
    select c.uuid, array[c.customer_phone, c.customer_identifier] || array(
      select v.value from jsonb_each_text(c.variables) as v (key, value)
      where v.key = any(${numberVariables}::text[]) and v.value like '+%') as addresses
    from conversations c where c.account_id = ${accountId} and ${isOf(person)} order by c.id desc limit 2000`.execute(
    db,
  )
  return personOf(
    rows.flatMap(({ addresses }) => addresses.filter((address) => address !== null)),
    rows.map(({ uuid }) => uuid),
  )
}

/** With their messages and files. The contents of the files remain. */
export async function deleteConversationsOf(
  tx: DbTransaction,
  accountId: number,
  person: Person,
  limit: number,
): Promise<{ conversations: number; messages: number; fileKeys: string[] }> {
  const { rows } = await sql<{ conversations: number; messages: number; fileKeys: string[] }>`
    with found as (
      select c.id from conversations c where c.account_id = ${accountId} and ${isOf(person)} and not ${isAnswering}
      order by c.id limit ${limit} for update
    ), files as (
      delete from conversation_files where account_id = ${accountId} and conversation_id in (select id from found)
      returning file_key
    ), messages as (
      delete from conversation_messages where account_id = ${accountId} and conversation_id in (select id from found)
      returning 1
    ), deleted as (
      delete from conversations where account_id = ${accountId} and id in (select id from found) returning 1
    )
    select (select count(*)::int from deleted) as conversations, (select count(*)::int from messages) as messages,
      array(select file_key from files) as file_keys`.execute(tx)
  return rows[0]!
}
