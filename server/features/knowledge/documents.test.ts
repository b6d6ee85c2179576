// Tests of documents: creation from files, their statuses and reasons of failure, changes, deletion, and search.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { samplePdf } from '@parley/documents/testing'
import { sql } from 'kysely'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

const text = (content: string | Uint8Array<ArrayBuffer>, name = 'notes.txt'): File => new File([content], name)
const invalid = (errors: Record<string, string[]>) => refusedWith(422, { message: summaryOf(errors), errors })

function summaryOf(errors: Record<string, string[]>): string {
  const [first, ...others] = Object.values(errors).flat()
  return others.length === 0 ? first! : `${first} (and ${others.length} more error${others.length > 1 ? 's' : ''})`
}

async function createKnowledgebase() {
  const account = await parley.createAccount()
  const knowledgebaseId = (await account.client.knowledge.create({ name: 'Help' })).data.id
  return { ...account, knowledgebaseId }
}

type Owner = TestAccount & { knowledgebaseId: number }

async function process({ client, knowledgebaseId }: Owner, file: File, type: 'txt' | 'pdf' | 'docx' = 'txt') {
  const { data } = await client.knowledge.createDocument({ knowledgebaseId, name: file.name, type, file })
  await parley.runJobs()
  return (await client.knowledge.getDocument({ knowledgebaseId, documentId: data.id })).data
}

const handbook = `# Guest handbook

## Breakfast

Breakfast is served from 7:00 to 10:30 in the winter garden. On Sundays it lasts until 11:30.

## Parking

The underground car park costs 18 euros per night. The entrance is in Rosengasse.

## Spare parts

The replacement filter has the article number KX-2040/B.`

describe('documents', () => {
  it('are processed after the reply, and then found by their words', async () => {
    const owner = await createKnowledgebase()
    const { client, knowledgebaseId } = owner
    const file = text(handbook, 'handbook.txt')
    const created = await client.knowledge.createDocument({ knowledgebaseId, name: 'Handbook', type: 'txt', file })
    assert.equal(created.message, 'Document created successfully. Processing will begin shortly.')
    const { id, created_at: createdAt, ...shown } = created.data
    assert.deepEqual(shown, {
      name: 'Handbook',
      description: null,
      type: 'txt',
      type_label: 'TXT',
      status: 'processing',
      status_label: 'Processing',
    })
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT[\d:]+\.\d{6}Z$/)
    await parley.runJobs()
    const { data } = await client.knowledge.getDocument({ knowledgebaseId, documentId: id })
    assert.equal(data.status, 'active')
    assert.equal(data.status_label, 'Active')
    assert.equal(data.error, null)
    assert.equal(data.file_name, 'handbook.txt')
    assert.equal(data.file_size, handbook.length)
    assert.ok(data.passages_count > 0)
    const found = await client.knowledge.search({ id: knowledgebaseId, query: 'Where can I park my car?', limit: 1 })
    assert.match(found.data[0]!.text, /Rosengasse/)
    assert.deepEqual(found.data[0]!.document, { id, name: 'Handbook', type: 'txt' })
  })

  it('are found by misspelled words and by codes in other notations', async () => {
    const owner = await createKnowledgebase()
    const articles = [
      'pump AB-1234',
      'ring NBR70 12x2 mm',
      'valve KX 2040-B',
      'gasket 4711 0815',
      'valve BL-1240',
      'hose 70 m',
    ]
    const delivery = 'It is delivered within three working days and has a guarantee of two years. '.repeat(12)
    await process(owner, text(articles.map((article) => `## The ${article}\n\n${delivery}`).join('\n\n')))
    const found: [query: string, heading: string][] = [
      ['AB1234', 'The pump AB-1234'],
      ['how much is a b 1 2 3 4', 'The pump AB-1234'],
      ['A-B 12 34', 'The pump AB-1234'],
      ['nbr 70', 'The ring NBR70 12x2 mm'],
      ['12 x 2', 'The ring NBR70 12x2 mm'],
      ['kx2040b', 'The valve KX 2040-B'],
      ['KX 2040', 'The valve KX 2040-B'],
      ['47110815', 'The gasket 4711 0815'],
      ['gaskett', 'The gasket 4711 0815'],
    ]
    for (const [query, heading] of found) {
      const { data } = await owner.client.knowledge.search({ id: owner.knowledgebaseId, query, limit: 1 })
      assert.deepEqual(data[0]?.headings, [heading], query)
    }
  })

  it('are found by their meaning, without a common word', async () => {
    const owner = await createKnowledgebase()
    const document = await process(owner, text(handbook))
    assert.equal(document.vectors, 'ready')
    const query = 'At what time can I eat in the morning?'
    const { data, search } = await owner.client.knowledge.search({ id: owner.knowledgebaseId, query })
    assert.equal(search.vectors, 'used')
    assert.match(data[0]!.text, /7:00/)
  })

  it('are found by their words alone if the local model does not understand the language of the query', async () => {
    const owner = await createKnowledgebase()
    await process(owner, text(handbook))
    const german = `# Hausordnung

Das Frühstück wird von sieben bis zehn Uhr im Wintergarten serviert. Die Gäste können ihre Fahrräder in der Garage
abstellen, die sich hinter dem Haus befindet. Für die Reservierung genügt ein Anruf am Vortag.`
    assert.equal((await process(owner, text(german))).status, 'active')
    const query = 'Wo kann ich die Fahrräder der Gäste abstellen?'
    const { data, search } = await owner.client.knowledge.search({ id: owner.knowledgebaseId, query })
    assert.equal(search.vectors, 'unsupported_language')
    assert.equal(data[0]!.language, 'de')
    const plain = await owner.client.knowledge.search({ id: owner.knowledgebaseId, query: 'Fruhstuck' })
    assert.match(plain.data[0]!.text, /Frühstück/)
  })

  it('require the fields of their type', async () => {
    const { client, knowledgebaseId } = await createKnowledgebase()
    const create = (fields: object) =>
      client.knowledge.createDocument({ knowledgebaseId, name: 'Notes', type: 'txt', ...fields })
    for (const type of ['pdf', 'txt', 'docx', 'text'])
      await assert.rejects(create({ type }), invalid({ file: ['A file is required for this document type.'] }))
    await assert.rejects(
      create({ type: 'website' }),
      invalid({
        url: ['The url field is required when links is not present.'],
        links: ['The links field is required when url is not present.'],
      }),
    )
    const file = text('Hello.')
    await assert.rejects(
      create({ type: 'website', url: 'https://example.com', file }),
      invalid({ file: ['The file field is prohibited unless type is in pdf, txt, docx.'] }),
    )
    await assert.rejects(
      create({ file, url: 'https://example.com' }),
      invalid({ url: ['The url field is prohibited unless type is website.'] }),
    )
    await assert.rejects(
      create({ type: 'website', url: 'https://example.com', relative_links_limit: 51 }),
      invalid({ relative_links_limit: ['The relative links limit must be between 1 and 50.'] }),
    )
    await assert.rejects(create({ type: 'image', file }), invalid({ type: ['The selected type is invalid.'] }))
    await assert.rejects(
      create({ type: 'website', links: ['https://example.com', { link: 'nonsense' }] }),
      invalid({ 'links.1.link': ['The links.1.link format is invalid.'] }),
    )
  })

  it('are also created by an operation that accepts only forms with a file', async () => {
    const { client, knowledgebaseId } = await createKnowledgebase()
    const upload = (fields: object) => client.knowledge.uploadDocument({ knowledgebaseId, ...fields } as never)
    const file = text('The pool is closed on Mondays.', 'pool.txt')
    const { data } = await upload({ name: 'Pool', description: 'Hours', type: 'text', file })
    await parley.runJobs()
    const { data: stored } = await client.knowledge.getDocument({ knowledgebaseId, documentId: data.id })
    assert.deepEqual(
      [stored.status, stored.name, stored.description, stored.type, stored.file_name],
      ['active', 'Pool', 'Hours', 'txt', 'pool.txt'],
    )
    await assert.rejects(upload({ name: 'Pool', type: 'txt' }), invalid({ file: ['The file field is required.'] }))
    await assert.rejects(
      upload({ name: 'Pool', type: 'website', file }),
      invalid({ type: ['The selected type is invalid.'] }),
    )
    await assert.rejects(upload({ name: 'Pool', type: 'pdf', file }), invalid({ file: ['The file is not a PDF.'] }))
    assert.equal((await client.knowledge.listDocuments({ knowledgebaseId })).data.length, 1)
  })

  it('refuse files of another type at once', async () => {
    const { client, knowledgebaseId } = await createKnowledgebase()
    const program = text(Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0]), 'notes.pdf')
    const create = (type: 'pdf' | 'docx' | 'txt', file: File) =>
      client.knowledge.createDocument({ knowledgebaseId, name: 'Notes', type, file })
    await assert.rejects(create('pdf', program), invalid({ file: ['The file is not a PDF.'] }))
    await assert.rejects(create('docx', program), invalid({ file: ['The file is not a DOCX document.'] }))
    await assert.rejects(create('txt', program), invalid({ file: ['The file is not a text file.'] }))
    await assert.rejects(create('txt', text('')), invalid({ file: ['The file is empty.'] }))
    assert.deepEqual((await client.knowledge.listDocuments({ knowledgebaseId })).data, [])
  })

  it('are refused if the files of the account would have more than 10 GB', async () => {
    const owner = await createKnowledgebase()
    const { client, knowledgebaseId } = owner
    const { id } = await process(owner, text(handbook))
    const setSize = (bytes: number) =>
      sql`update knowledge_documents set file_size = ${bytes} where id = ${id}`.execute(parley.app.context.db)
    const create = () =>
      client.knowledge.createDocument({ knowledgebaseId, name: 'Rules', type: 'txt', file: text('Be kind.') })
    await setSize(10 * 2 ** 30)
    const tooMuch = { error: 'The files of all documents can have up to 10 GB in total.' }
    await assert.rejects(create(), refusedWith(422, tooMuch))
    await setSize(10 * 2 ** 30 - 8)
    await create()
  })

  it('fail with a reason that people understand', async () => {
    const owner = await createKnowledgebase()
    const truncated = await process(owner, text('%PDF-1.7\n1 0 obj\n<< /Type /Catalog', 'a.pdf'), 'pdf')
    assert.equal(truncated.status, 'failed')
    assert.match(truncated.error!, /^The PDF .*\.$/)
    const blank = await process(owner, text(' \n \n'))
    assert.equal(blank.status, 'failed')
    assert.match(blank.error!, /text|empty/)
  })

  it('report the pages of a PDF that have no text', async () => {
    const owner = await createKnowledgebase()
    const prices = samplePdf({ pages: ['A loaf of rye bread costs four euros.', '', 'A bun costs one euro.', ''] })
    const document = await process(owner, text(new Uint8Array(prices), 'prices.pdf'), 'pdf')
    assert.equal(document.status, 'active')
    assert.deepEqual([document.pages_done, document.pages_known], [4, 4])
    assert.deepEqual(document.pages_without_text, [2, 4])
  })

  it('change their name and description, and nothing else', async () => {
    const owner = await createKnowledgebase()
    const { client, knowledgebaseId } = owner
    const { id: documentId } = await process(owner, text(handbook))
    const updated = await client.knowledge.updateDocument({ knowledgebaseId, documentId, name: 'Rules' })
    assert.equal(updated.message, 'Document updated successfully.')
    assert.equal(updated.data.name, 'Rules')
    assert.equal(updated.data.description, null)
    assert.equal(updated.data.status, 'active')
    const found = await client.knowledge.search({ id: knowledgebaseId, query: 'parking' })
    assert.equal(found.data[0]!.document.name, 'Rules')
  })

  it('are no longer found after their deletion', async () => {
    const owner = await createKnowledgebase()
    const { client, knowledgebaseId } = owner
    const { id: documentId } = await process(owner, text(handbook))
    await client.knowledge.search({ id: knowledgebaseId, query: 'parking' })
    const deleted = await client.knowledge.deleteDocument({ knowledgebaseId, documentId })
    assert.equal(deleted.message, 'Document deleted successfully.')
    await parley.runJobs()
    assert.deepEqual((await client.knowledge.search({ id: knowledgebaseId, query: 'parking' })).data, [])
    await assert.rejects(
      client.knowledge.getDocument({ knowledgebaseId, documentId }),
      refusedWith(404, { error: 'Document not found.' }),
    )
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from knowledge_postings where document_id = ${documentId}`.execute(
      parley.app.context.db,
    )
    assert.equal(rows[0]!.count, 0)
  })

  it('end quietly if they are deleted before they are processed', async () => {
    const { client, knowledgebaseId } = await createKnowledgebase()
    const { data } = await client.knowledge.createDocument({
      knowledgebaseId,
      name: 'Notes',
      type: 'txt',
      file: text(handbook),
    })
    await client.knowledge.deleteDocument({ knowledgebaseId, documentId: data.id })
    await parley.runJobs()
    assert.deepEqual((await client.knowledge.listDocuments({ knowledgebaseId })).data, [])
  })

  it('belong to one knowledgebase', async () => {
    const [owner, other] = [await createKnowledgebase(), await createKnowledgebase()]
    const { id: documentId } = await process(owner, text(handbook))
    const elsewhere = (await owner.client.knowledge.create({ name: 'Other' })).data.id
    const missingDocument = refusedWith(404, { error: 'Document not found.' })
    const missingKnowledgebase = refusedWith(404, { error: 'Knowledgebase not found.' })
    await assert.rejects(
      owner.client.knowledge.getDocument({ knowledgebaseId: elsewhere, documentId }),
      missingDocument,
    )
    await assert.rejects(
      other.client.knowledge.getDocument({ knowledgebaseId: other.knowledgebaseId, documentId }),
      missingDocument,
    )
    await assert.rejects(
      other.client.knowledge.deleteDocument({ knowledgebaseId: owner.knowledgebaseId, documentId }),
      missingKnowledgebase,
    )
  })
})
