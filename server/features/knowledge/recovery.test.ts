// Documents whose job, process or file store fails: they are created once, they end in a status, and no file is left.
import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { UploadedFile } from '#contract/wire/fields.ts'
import type { Client } from '#sdk/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import type { FailpointAddress } from '#server/platform/failpoints/failpoint.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import { crashAt } from '#testing/app/crash-at.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { retryRequest } from '#testing/requests/retry-request.ts'
import { createDocument } from './create-document.ts'
import { ingestDocument } from './ingestion/ingest-document.ts'

const parley = await startTestApp({ script: 'Hello.', config: { embedding: undefined } })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app
const { db, files } = context

const rules = 'Guests may stay until noon.'

async function createKnowledgebase() {
  const owner = await parley.createAccount()
  const knowledgebaseId = (await owner.client.knowledge.create({ name: 'Help' })).data.id
  return { ...owner, knowledgebaseId }
}

type Owner = TestAccount & { knowledgebaseId: number }

async function addDocument({ client, knowledgebaseId }: Owner): Promise<number> {
  const file = new File([rules], 'rules.txt')
  return (await client.knowledge.createDocument({ knowledgebaseId, name: 'Rules', type: 'txt', file })).data.id
}

const read = async ({ client, knowledgebaseId }: Owner, documentId: number) =>
  (await client.knowledge.getDocument({ knowledgebaseId, documentId })).data

const attemptsOf = async (id: number) =>
  (await sql<{ attempts: number }>`select attempts from knowledge_documents where id = ${id}`.execute(db)).rows[0]!
    .attempts

const filesOf = ({ account }: Owner) => readdir(join(parley.config.dataDir, 'files', 'knowledge', String(account.id)))

const resume = () => parley.runCron('knowledge.resume-stalled')
const jobOf = (documentId: number) => sql`key = ${`knowledge.ingest:${documentId}`}`

describe('a document whose job is lost', () => {
  it('is processed all the same', async () => {
    const owner = await createKnowledgebase()
    const id = await addDocument(owner)
    await sql`delete from graphile_worker._private_jobs where ${jobOf(id)}`.execute(db)
    await resume()
    await parley.runJobs()
    assert.equal((await read(owner, id)).status, 'active')
  })

  it('fails if its job was set aside, because processes died in it', async () => {
    const owner = await createKnowledgebase()
    const id = await addDocument(owner)
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts, flags = flags || '{"set_aside": true}'
      where ${jobOf(id)}`.execute(db)
    for (let minute = 1; minute <= 6; minute++) {
      await resume()
      await parley.runJobs()
    }
    const { status, error } = await read(owner, id)
    assert.equal(status, 'failed')
    assert.match(error!, /could not be processed/)
  })

  it('is not taken for one that waits for its turn', async () => {
    const owner = await createKnowledgebase()
    const id = await addDocument(owner)
    await parley.turnClock(3_600_000)
    await resume()
    assert.equal(await attemptsOf(id), 0)
    await parley.runJobs()
    assert.equal((await read(owner, id)).status, 'active')
  })
})

describe('an attempt that another one has overtaken', () => {
  it('leaves the passages of the other one when it fails', async () => {
    const owner = await createKnowledgebase()
    const documentId = await addDocument(owner)
    const ref = { accountId: owner.account.id, documentId }
    const readRange: FileStore['readRange'] = async (_, { start, end }) => {
      await ingestDocument(context, ref)
      return new Uint8Array(end - start).fill(32)
    }
    await ingestDocument({ ...context, files: { ...files, readRange } }, ref)
    const document = await read(owner, documentId)
    assert.deepEqual([document.status, document.error], ['active', null])
    const { data } = await owner.client.knowledge.search({ id: owner.knowledgebaseId, query: 'guests' })
    assert.equal(data[0]?.text, rules)
  })
})

describe('a repeated request', () => {
  const moments: Record<string, FailpointAddress> = {
    'before its file is stored': 'knowledge.createDocument/files.putFile-before:1',
    'after its file is stored': 'knowledge.createDocument/files.putFile-after:1',
    'before the document is stored': 'knowledge.createDocument/transaction-before-commit:2',
    'after the document is stored': 'knowledge.createDocument/transaction-after-commit:2',
  }
  for (const [moment, failpoint] of Object.entries(moments))
    it(`under the key of one whose process was killed ${moment} creates one document and leaves one file`, async () => {
      const owner = await createKnowledgebase()
      const { client, knowledgebaseId } = owner
      const idempotencyKey = crypto.randomUUID()
      const file = new File([rules], 'rules.txt')
      const send = (sender: Client) =>
        sender.knowledge.createDocument({ knowledgebaseId, name: 'Rules', type: 'txt', file }, { idempotencyKey })
      await crashAt(parley, failpoint, owner.token, send)
      const { data } = await retryRequest(() => send(client))
      assert.equal(data.status, 'processing')
      const documents = (await client.knowledge.listDocuments({ knowledgebaseId })).data
      assert.deepEqual(
        documents.map(({ id }) => id),
        [data.id],
      )
      await parley.turnClock(2 * 3_600_000)
      await parley.runJobs()
      assert.equal((await filesOf(owner)).length, 1)
      assert.equal((await read(owner, data.id)).status, 'active')
    })
})

describe('a knowledgebase that is deleted', () => {
  it('during an upload refuses the document, and its file is deleted', async () => {
    const owner = await createKnowledgebase()
    const { client, account, knowledgebaseId } = owner
    const path = join(parley.config.dataDir, 'rules.txt')
    await writeFile(path, rules)
    const contents = { sizeBytes: rules.length, sha256: '', head: Buffer.from(rules) }
    const file = new UploadedFile({ path, name: 'rules.txt', contentType: 'text/plain', ...contents })
    const putFile: FileStore['putFile'] = async (key, from, contentType) => {
      await files.putFile(key, from, contentType)
      await client.knowledge.delete({ id: knowledgebaseId })
    }
    const ctx = asAccount({ ...context, files: { ...files, putFile } }, account)
    const fields = { name: 'Rules', type: 'txt' as const, relative_links_limit: 10, file }
    await assert.rejects(createDocument(ctx, knowledgebaseId, fields), { code: 'KNOWLEDGEBASE_NOT_FOUND' })
    assert.deepEqual(await filesOf(owner), [])
  })

  it('while its document is processed ends this', async () => {
    const owner = await createKnowledgebase()
    const ref = { accountId: owner.account.id, documentId: await addDocument(owner) }
    const readRange: FileStore['readRange'] = async (key, range) => {
      await owner.client.knowledge.delete({ id: owner.knowledgebaseId })
      return files.readRange(key, range)
    }
    await ingestDocument({ ...context, files: { ...files, readRange } }, ref)
    await parley.runJobs()
    assert.deepEqual(await filesOf(owner), [])
    const { rows } = await sql`select from knowledge_postings where document_id = ${ref.documentId}`.execute(db)
    assert.deepEqual(rows, [])
  })
})
