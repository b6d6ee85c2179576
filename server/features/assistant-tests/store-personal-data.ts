// Declares the personal data in tests of assistants and their runs.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { mentionedIn, type Person } from '#server/platform/person.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'

export async function deleteTestsOfCalls(db: Db, accountId: number, callIds: readonly number[]): Promise<void> {
  await sql`
    delete from assistant_tests
    where account_id = ${accountId} and source_call_id = any(${callIds}::bigint[])`.execute(db)
}

/** The runs of a test that mention the person: the assistant can know more than the test. */
const runsAbout = (person: Person) => sql`
  from assistant_test_runs r
  where r.account_id = t.account_id and r.test_id = t.id and ${mentionedIn(person, 'r.result')}`

export const personalTests: PersonalTable = {
  name: 'assistant_tests',
  children: ['assistant_test_runs'],
  // A test from a call contains what the person said in it.
  isOf: (person) => sql`(t.source_call_uuid = any(${person.uuids}::uuid[])
    or not is_of_visitor(t.account_id, t.source_call_uuid::text)
      and (${mentionedIn(person, 't.name', 't.definition')} or exists (select ${runsAbout(person)})))`,
  erasedAs: 'assistant_tests',
  exported: {
    name: 'assistant_tests',
    // What was said in the runs that mention the person, newest first; null without such a run.
    columns: (person) => sql`t.id, t.assistant_id, t.name, t.definition, t.source_call_id, t.created_at,
      (select json_agg(r.result -> 'transcript' order by r.id desc) ${runsAbout(person)}) as transcripts`,
    pageSize: 50,
  },
}
