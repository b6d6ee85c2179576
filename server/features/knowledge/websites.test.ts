// Tests of documents that are websites: from the request over the pages to the search.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { article, openWebsite } from '#testing/emulators/website.ts'

const website = await openWebsite({
  '/': article('Home', ['/opening-hours', '/missing']),
  '/opening-hours': article('Opening hours of the bakery'),
  '/hidden': article('Prices').replace('<main>', `<div hidden>${'All prices of the bakery. '.repeat(40)}</div><main>`),
})
const parley = await startTestApp({ config: { allowPrivate: [`127.0.0.1:${website.port}`] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await website[Symbol.asyncDispose]()
})

async function process(fields: { url?: string; links?: string[] }) {
  const { client } = await parley.createAccount()
  const knowledgebaseId = (await client.knowledge.create({ name: 'Website' })).data.id
  const { data } = await client.knowledge.createDocument({
    knowledgebaseId,
    name: 'Bakery',
    type: 'website',
    ...fields,
  })
  await parley.runJobs()
  const document = (await client.knowledge.getDocument({ knowledgebaseId, documentId: data.id })).data
  return { client, knowledgebaseId, document }
}

test('the pages of a website are shown, and its passages are found with their address', async () => {
  const { client, knowledgebaseId, document } = await process({ url: website.url })
  assert.deepEqual([document.status, document.error, document.pages_done, document.pages_known], ['active', null, 3, 3])
  assert.deepEqual(document.pages, [
    { url: `${website.url}/`, title: 'Home', status: 'done', error: null, warning: null },
    {
      url: `${website.url}/opening-hours`,
      title: 'Opening hours of the bakery',
      status: 'done',
      error: null,
      warning: null,
    },
    {
      url: `${website.url}/missing`,
      title: null,
      status: 'failed',
      error: 'The page answered with status 404.',
      warning: null,
    },
  ])
  const { data } = await client.knowledge.search({ id: knowledgebaseId, query: 'When is the bakery open?' })
  assert.equal(data[0]!.url, `${website.url}/opening-hours`)
  const { rows } = await sql`
    select from knowledge_pages where document_id = ${document.id} and sections is not null`.execute(
    parley.app.context.db,
  )
  assert.deepEqual(rows, [])
})

test('a website without any text fails with the reason of its page', async () => {
  const { document } = await process({ links: [`${website.url}/missing`] })
  assert.deepEqual([document.status, document.error], ['failed', 'The page answered with status 404.'])
})

test('a document says which of its pages hide most of their text', async () => {
  const { client, knowledgebaseId, document } = await process({ links: [`${website.url}/hidden`, website.url] })
  const warning = 'More than half of the text of the page is hidden and was not read.'
  assert.deepEqual([document.status, document.warnings], ['active', [`${website.url}/hidden: ${warning}`]])
  assert.deepEqual(
    document.pages.map((page) => page.warning),
    [warning, null],
  )
  const [listed] = (await client.knowledge.listDocuments({ knowledgebaseId })).data
  assert.deepEqual(listed?.warnings, document.warnings)
})
