// Kills the process while it processes a document: another process finishes it, and no passage is stored twice.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createClient } from '#sdk/index.ts'
import type { FailpointAddress } from '#server/platform/failpoints/failpoint.ts'
import { until } from '#server/testing/call-server.ts'
import { startServerProcess } from '#server/testing/process.ts'
import { startTestApp } from '#server/testing/test-app.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { db } = parley.app.context

const sections = Array.from(
  { length: 40 },
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
  const { client, token } = await parley.createAccount()
  const knowledgebaseId = (await client.knowledge.create({ name: 'Help' })).data.id
  const file = new File([handbook], 'handbook.txt')
  const { data } = await client.knowledge.createDocument({ knowledgebaseId, name: 'Handbook', type: 'txt', file })
  return { client, token, knowledgebaseId, documentId: data.id }
}

/** What the indexes contain about the document, without its id. */
async function storedOf(documentId: number) {
  const { rows } = await sql<{ passages: string; postings: string; vectors: string }>`
    select
      (select md5(string_agg(concat(position, text), '' order by position)) from knowledge_passages
        where document_id = ${documentId}) as passages,
      (select md5(string_agg(concat(word, first_position, postings), '' order by word, first_position))
        from knowledge_postings where document_id = ${documentId}) as postings,
      (select md5(string_agg(concat(positions, vectors), '' order by first_position)) from knowledge_vectors
        where document_id = ${documentId}) as vectors`.execute(db)
  return rows[0]!
}

const failpoints: FailpointAddress[] = [
  'knowledge.ingest/transaction-after-commit:1',
  'knowledge.ingest/files.readRange-after:1',
  'knowledge.ingest/statement-after:1',
  'knowledge.ingest/statement-before:2',
  'knowledge.ingest/embedder.embed-before:1',
  'knowledge.ingest/statement-after:3',
  'knowledge.ingest/transaction-before-commit:2',
  'knowledge.ingest/transaction-after-commit:2',
]

describe('a document whose process is killed', () => {
  it('has the same passages and indexes as one that was processed without interruption', async () => {
    const whole = await createDocument()
    await parley.runJobs()
    const expected = await storedOf(whole.documentId)

    const killed = []
    for (const failpoint of failpoints) {
      const document = await createDocument()
      const dying = await startServerProcess({ ...environment, FAILPOINT: failpoint })
      assert.equal(await dying.ended, 'SIGKILL', failpoint)
      killed.push({ failpoint, ...document })
      await using server = await startServerProcess(environment)
      const client = createClient({ baseUrl: server.baseUrl, apiKey: document.token })
      await until(async () => (await client.knowledge.getDocument(document)).data.status !== 'processing')
    }
    for (const { failpoint, client, documentId, ...path } of killed) {
      const { data } = await client.knowledge.getDocument({ ...path, documentId })
      assert.equal(data.status, 'active', failpoint)
      assert.deepEqual(await storedOf(documentId), expected, failpoint)
    }
  })
})
