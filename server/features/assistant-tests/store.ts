// The SQL of tests of assistants.
import { sql } from 'kysely'
import { type TestDefinition, testLimits } from '#contract/assistant-tests/test-fields.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow } from '#server/platform/database/statements.ts'
import type { AssistantTest } from './test.ts'

const columns = sql`t.id, t.assistant_id, t.name, t.definition, t.source_call_id, t.created_at, t.updated_at`

interface Values {
  name: string
  definition: TestDefinition
}

export interface NewTest extends Values {
  assistantId: number
  /** The call from which it was made. */
  source: { id: number; uuid: string } | undefined
}

/** By name. */
export function selectTests(db: Db, accountId: number, assistantId: number): Promise<AssistantTest[]> {
  return allRows<AssistantTest>(db)`
    select ${columns} from assistant_tests t
    where t.account_id = ${accountId} and t.assistant_id = ${assistantId} order by lower(t.name), t.id`
}

export function findTest(
  db: Db,
  accountId: number,
  { assistantId, testId }: { assistantId: number; testId: number },
): Promise<AssistantTest | undefined> {
  return firstRow<AssistantTest>(db)`
    select ${columns} from assistant_tests t
    where t.account_id = ${accountId} and t.assistant_id = ${assistantId} and t.id = ${testId}`
}

export function findTestOfRun(db: Db, accountId: number, runId: number): Promise<AssistantTest | undefined> {
  return firstRow<AssistantTest>(db)`
    select ${columns} from assistant_tests t
    join assistant_test_runs r on r.account_id = t.account_id and r.test_id = t.id
    where t.account_id = ${accountId} and r.id = ${runId}`
}

/** The row of the assistant must be locked. Returns undefined if the assistant has as many tests as it may have. */
export function insertTest(
  db: Db,
  accountId: number,
  { assistantId, name, definition, source }: NewTest,
): Promise<AssistantTest | undefined> {
  return firstRow<AssistantTest>(db)`
    insert into assistant_tests as t (
      account_id, assistant_id, name, definition, source_call_id, source_call_uuid, created_at, updated_at)
    select ${accountId}, ${assistantId}, ${name}, ${JSON.stringify(definition)}::json, ${source?.id ?? null},
      ${source?.uuid ?? null}, app_now(), app_now()
    where (select count(*) from assistant_tests where account_id = ${accountId} and assistant_id = ${assistantId})
      < ${testLimits.testsPerAssistant}
    returning ${columns}`
}

export function updateTest(
  db: Db,
  accountId: number,
  { assistantId, testId, name, definition }: Values & { assistantId: number; testId: number },
): Promise<AssistantTest | undefined> {
  return firstRow<AssistantTest>(db)`
    update assistant_tests t
    set name = ${name}, definition = ${JSON.stringify(definition)}::json, updated_at = app_now()
    where t.account_id = ${accountId} and t.assistant_id = ${assistantId} and t.id = ${testId}
    returning ${columns}`
}

export function deleteTest(
  db: Db,
  accountId: number,
  { assistantId, testId }: { assistantId: number; testId: number },
): Promise<boolean> {
  return changesOne(db)`
    delete from assistant_tests
    where account_id = ${accountId} and assistant_id = ${assistantId} and id = ${testId}`
}

export async function deleteTestsOfAssistant(db: Db, accountId: number, assistantId: number): Promise<void> {
  await sql`
    delete from assistant_tests where account_id = ${accountId} and assistant_id = ${assistantId}`.execute(db)
}
