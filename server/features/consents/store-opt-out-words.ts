// The SQL of the account's own words for opting out of messages.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { firstValue } from '#server/platform/database/statements.ts'

export async function selectOptOutWords(db: Db, accountId: number): Promise<readonly string[]> {
  return (await firstValue<string[]>(db)`select words from opt_out_words where account_id = ${accountId}`) ?? []
}

export async function saveOptOutWords(db: Db, accountId: number, words: readonly string[]): Promise<void> {
  await sql`
    insert into opt_out_words (account_id, words) values (${accountId}, ${words}::text[])
    on conflict (account_id) do update set words = excluded.words`.execute(db)
}
