// Tests that a key of OpenAI for the installation embeds the documents of all accounts, without a restart.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createTestDatabase } from '#testing/app/database.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, type TestAccount, type TestApp } from '#testing/app/test-app.ts'
import { bakeryDocuments, createKnowledgebase, untilActive } from '#testing/app/test-knowledge.ts'
import { until } from '#testing/app/until.ts'
import { startRetrievalEmulator } from '#testing/emulators/retrieval.ts'

const apiKey = 'sk-key-of-the-installation'
const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const openai = opened.use(await startRetrievalEmulator({ apiKey }))
const { connectionString } = opened.use(await createTestDatabase())
/** Processes that end do not drop it. */
const database = { connectionString, [Symbol.asyncDispose]: async () => {} }
const vendorUrls = { openai: openai.baseUrl }
const masterKey = Buffer.alloc(32, 7).toString('base64')
const start = (config: Partial<TestApp['config']> = {}) =>
  startTestApp({ database, config: { vendorUrls, masterKey, ...config } })
const parley = opened.use(await start())
const operator = await signInMember(parley, (await parley.createAccount()).account, 'viewer', { isOperator: true })
const { installationVendors } = operator.client

const local = 'local/all-minilm-l6-v2'
const remote = 'openai/text-embedding-3-small/512'
const key = { vendor: 'openai', access_key: apiKey } as const

/** Embeds again what the current model has not embedded, as happens every minute. */
async function embedAgain(account: TestAccount, knowledgebaseId: number): Promise<void> {
  await parley.runCron('knowledge.embed-lacking')
  await untilActive(parley, account, knowledgebaseId)
}

describe('the embeddings of the installation', () => {
  it('follow its key of OpenAI in every process, and documents are embedded again', async () => {
    await using second = await start()
    const owner = await parley.createAccount()
    const id = await createKnowledgebase(parley, owner, bakeryDocuments)
    const search = async () => (await owner.client.knowledge.search({ id, query: 'When are you open?' })).search.vectors
    const vectors = async () => {
      const { data } = await owner.client.knowledge.listDocuments({ knowledgebaseId: id })
      return [...new Set(data.map(({ vectors }) => vectors))]
    }
    assert.deepEqual([parley.app.context.embedder?.name, await vectors()], [local, ['ready']])

    const { answering, data } = await installationVendors.set(key)
    assert.deepEqual(answering.embeddings, {
      vendor: 'openai',
      model: 'text-embedding-3-small',
      source: 'installation',
    })
    assert.ok(data.find(({ vendor }) => vendor === 'openai')!.kinds.includes('embeddings'))
    assert.equal(parley.app.context.embedder?.name, remote)
    await until(() => second.app.context.embedder?.name === remote)
    assert.deepEqual(await vectors(), ['pending'])
    await embedAgain(owner, id)
    assert.deepEqual([await vectors(), await search()], [['ready'], 'used'])
    const { model, dimensions } = openai.requests.at(-1)!
    assert.deepEqual([model, dimensions], ['text-embedding-3-small', 512])

    await installationVendors.remove({ vendor: 'openai' })
    await until(() => second.app.context.embedder?.name === local)
    const asked = openai.requests.length
    await embedAgain(owner, id)
    assert.deepEqual([await vectors(), await search(), openai.requests.length], [['ready'], 'used', asked])
  })

  it('are not those of an account, whose key is not used for them', async () => {
    const owner = await parley.createAccount()
    const asked = openai.requests.length
    const { answering, data } = await owner.client.vendors.set(key)
    assert.deepEqual([answering.language.source, answering.embeddings.source], ['account', 'built_in'])
    assert.ok(data.every(({ kinds }) => !kinds.includes('embeddings')))
    await createKnowledgebase(parley, owner, { Hours: 'We are open from seven to six.' })
    assert.equal(openai.requests.length, asked)
  })

  it('stay those of the environment, if it chooses a model or has a key', async () => {
    await installationVendors.set(key)
    const environments = [
      [{ keyedEmbedding: undefined }, local],
      [{ embedding: undefined, keyedEmbedding: undefined }, undefined],
      [
        { keyedEmbedding: { baseUrl: openai.baseUrl, model: 'text-embedding-3-large' } },
        'openai/text-embedding-3-large',
      ],
      [{ models: { openai: { apiKey: 'env', baseUrl: openai.baseUrl } } }, local],
    ] as const
    for (const [config, name] of environments) {
      await using other = await start(config)
      assert.equal(other.app.context.embedder?.name, name)
    }
    await installationVendors.remove({ vendor: 'openai' })
  })
})
