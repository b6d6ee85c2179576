// The SQL that finds tests with the data of a person, and those that were made from calls.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { mentions, type Person } from '#server/platform/person.ts'
import type { AssistantTest, TestResult } from './test.ts'

const text = sql`(t.name || ' ' || t.definition::text)`

/** A test from a call contains what the person said in it. */
const isFromCall = ({ uuids }: Person) => sql`t.source_call_uuid = any(${uuids}::uuid[])`

export async function deleteTestsOfCalls(db: Db, accountId: number, callIds: readonly number[]): Promise<void> {
  await sql`
    delete from assistant_tests
    where account_id = ${accountId} and source_call_id = any(${callIds}::bigint[])`.execute(db)
}

/** The runs of a test that mention the person: the assistant can know more than the test. */
const runsAbout = (person: Person) => sql`
  from assistant_test_runs r
  where r.account_id = t.account_id and r.test_id = t.id and ${mentions(person, sql`r.result::text`)}`

const isAbout = (person: Person) =>
  sql`(${isFromCall(person)} or ${mentions(person, text)} or exists (select ${runsAbout(person)}))`

export async function deleteTestsAbout(db: Db, accountId: number, person: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from assistant_tests t
    where t.account_id = ${accountId} and ${isAbout(person)}`.execute(db)
  return Number(numAffectedRows)
}

export type ExportedTest = Omit<AssistantTest, 'updatedAt'> & {
  /** What was said in the runs that mention the person, newest first; null without such a run. */
  transcripts: TestResult['transcript'][] | null
}

/** In the order of their ids. */
export async function selectTestsAbout(
  db: Db,
  accountId: number,
  { person, after }: { person: Person; after: number },
): Promise<ExportedTest[]> {
  const { rows } = await sql<ExportedTest>`
    select t.id, t.assistant_id, t.name, t.definition, t.source_call_id, t.created_at,
      (select json_agg(r.result -> 'transcript' order by r.id desc) ${runsAbout(person)}) as transcripts
    from assistant_tests t
    where t.account_id = ${accountId} and t.id > ${after} and ${isAbout(person)}
    order by t.id limit 50`.execute(db)
  return rows
}
