// Kills the process while it processes a document: another process finishes it, and no passage is stored twice.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { FailpointAddress } from '#server/platform/failpoints/failpoint.ts'
import { startTestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { spawnServerProcess, startServerProcess } from '../processes/server-process.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { db } = parley.app.context

const sections = Array.from(
  { length: 5 },
  (_, index) =>
    `## Section ${index}\n\n${`Rule ${index} says that the guests of hotel ${index} may stay until noon. `.repeat(20)}`,
)
const handbook = `# Handbook\n\n${sections.join('\n\n')}\n`

const environment = {
  DATABASE_URL: parley.connectionString,
  DATA_DIR: parley.config.dataDir,
  TWILIO_ACCOUNT_SID: parley.config.twilio!.accountSid,
  TWILIO_AUTH_TOKEN: parley.config.twilio!.authToken,
  TWILIO_API_BASE_URL: 'http://127.0.0.1:9',
  LOG_LEVEL: 'fatal',
}

async function createDocument() {
  const { client } = await parley.createAccount()
  const knowledgebaseId = (await client.knowledge.create({ name: 'Help' })).data.id
  const file = new File([handbook], 'handbook.txt')
  const { data } = await client.knowledge.createDocument({ knowledgebaseId, name: 'Handbook', type: 'txt', file })
  return { client, knowledgebaseId, documentId: data.id }
}

/** Whether the document is active, and can also be found by its meaning. */
async function isComplete({ client, ...path }: Awaited<ReturnType<typeof createDocument>>): Promise<boolean> {
  const { status, error, vectors } = (await client.knowledge.getDocument(path)).data
  assert.notEqual(status, 'failed', error ?? '')
  return vectors === 'ready'
}

/** What the indexes contain about the document, without its id. Vectors differ by rounding, so only their passages count. */
async function storedOf(documentId: number) {
  const { rows } = await sql<{ passages: string; postings: string; vectors: string }>`
    select
      (select md5(string_agg(concat(position, text), '' order by position)) from knowledge_passages
        where document_id = ${documentId}) as passages,
      (select md5(string_agg(concat(word, first_position, postings), '' order by word, first_position))
        from knowledge_postings where document_id = ${documentId}) as postings,
      (select string_agg(position::text, ' ' order by first_position, position) from knowledge_vectors, unnest(positions) position
        where document_id = ${documentId}) as vectors`.execute(db)
  return rows[0]!
}

/** Fewer than the deaths after which a job fails, because each can hit all documents. */
const failpoints: FailpointAddress[] = [
  'knowledge.ingest-file/transaction-after-commit:1',
  'knowledge.ingest-file/statement-after:1',
  'knowledge.ingest-file/transaction-before-commit:2',
  'knowledge.embed/embedder.embed-before:1',
  'knowledge.embed/transaction-before-commit:1',
]

/** Processes of the next attempt do not wait for the pause after a death. */
const hurry = () => sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db)

describe('documents whose process is killed', () => {
  it('have the same passages and indexes as one that was processed without interruption', async () => {
    const whole = await createDocument()
    await until(async () => {
      await parley.runJobs()
      return isComplete(whole)
    })
    const expected = await storedOf(whole.documentId)

    const documents = await Promise.all(failpoints.map(createDocument))
    for (const failpoint of failpoints) {
      await hurry()
      const dying = await spawnServerProcess({ ...environment, FAILPOINT: failpoint })
      assert.equal(await dying.ended, 'SIGKILL', failpoint)
    }
    await using _server = await startServerProcess(environment)
    await until(async () => {
      await hurry()
      return (await Promise.all(documents.map(isComplete))).every(Boolean)
    })
    for (const { documentId } of documents) assert.deepEqual(await storedOf(documentId), expected)
  })
})
