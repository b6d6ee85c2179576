// Tests that reading resumes after crashes and stops, and that it ends when its document is deleted.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { article, openWebsite, type Website } from '#testing/emulators/website.ts'
import { useReading } from '#testing/features/knowledge/website-reading.ts'
import { compileCacheEnv } from '#testing/processes/server-process.ts'
import type { KnowledgeDocument } from '../../documents/document.ts'
import { deleteDocumentRow, findDocument } from '../../documents/store-documents.ts'
import { DocumentGone } from '../failures.ts'
import { beginAttempt } from '../store-ingestion.ts'

const { parley, createDocument, readDocument, read, stored } = useReading()

const entry = fileURLToPath(
  new URL('../../../../../testing/features/knowledge/website-reading-process.ts', import.meta.url),
)

/** Reads the document in another process until it dies at the failpoint. */
async function crashAt(failpoint: string, { accountId, id }: KnowledgeDocument, website: Website): Promise<void> {
  const { connectionString, config } = parley()
  const env = {
    ...compileCacheEnv,
    PATH: '/usr/bin:/bin',
    DATABASE_URL: connectionString,
    DATA_DIR: config.dataDir,
    ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${website.port}`,
    FAILPOINT: failpoint,
  }
  const child = spawn(process.execPath, [...process.execArgv, entry, String(accountId), String(id)], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [, signal] = await once(child, 'close')
  assert.equal(signal, 'SIGKILL', failpoint)
}

const threePages = () =>
  openWebsite({ '/': article('Home', ['/a', '/b']), '/a': article('A', ['/']), '/b': article('B') })

test('after a crash at any step, reading resumes without repeating finished pages', async () => {
  const seams: [failpoint: string, repeated: string[]][] = [
    ['statement-after:1', []],
    ['statement-after:2', []],
    ['fetcher.fetch-after:2', ['/']],
    ['transaction-before-commit:1', ['/']],
    ['transaction-after-commit:1', []],
    ['transaction-before-commit:2', ['/a']],
    ['transaction-after-commit:3', []],
  ]
  const crashAndResume = async ([failpoint, repeated]: [string, string[]]) => {
    await using website = await threePages()
    const document = await createDocument({ url: website.url })
    await crashAt(failpoint, document, website)
    const { errors, texts } = await readDocument(document, { websites: [website] })
    const titles = texts.map(({ title }) => title)
    assert.deepEqual([errors, titles], [{ '/': null, '/a': null, '/b': null }, ['Home', 'A', 'B']], failpoint)
    assert.deepEqual(website.visits().toSorted(), ['/', '/a', '/b', ...repeated].toSorted(), failpoint)
  }
  await Promise.all(seams.map(crashAndResume))
})

test('a page during which the process died three times fails, and the other ones are read', async () => {
  await using website = await openWebsite({ '/a': article('A'), '/b': article('B') })
  const document = await createDocument({ links: [`${website.url}/a`, `${website.url}/b`] })
  for (let death = 1; death <= 3; death++) await crashAt('fetcher.fetch-after:2', document, website)
  const { errors } = await readDocument(document, { websites: [website] })
  assert.deepEqual(errors, { '/a': 'The page could not be processed.', '/b': null })
})

test('stopping the process does not count as an attempt', async () => {
  await using website = await openWebsite({ '/b': article('B') })
  const document = await createDocument({ url: `${website.url}/a` })
  for (let stop = 1; stop <= 4; stop++) {
    const stopping = new AbortController()
    website.pages['/a'] = () => {
      stopping.abort(new Error('stopping'))
    }
    await assert.rejects(readDocument(document, { websites: [website], signal: stopping.signal }), /stopping/)
  }
  website.pages['/a'] = article('A')
  assert.deepEqual((await readDocument(document, { websites: [website] })).errors, { '/a': null })
})

test('pauses end when the process stops', async () => {
  await using website = await openWebsite()
  const stopping = new AbortController()
  website.pages['/'] = () => {
    setImmediate(() => stopping.abort(new Error('stopping')))
    return { status: 503, headers: { 'retry-after': '30' } }
  }
  const startedAt = performance.now()
  await assert.rejects(read({ url: website.url }, { websites: [website], signal: stopping.signal }), /stopping/)
  assert.ok(performance.now() - startedAt < 10_000)
})

test('reading ends when the document is deleted', async () => {
  await using website = await openWebsite({ '/': article('Home', ['/a', '/b']), '/b': article('B') })
  const document = await createDocument({ url: website.url })
  website.pages['/a'] = async () => {
    await deleteDocumentRow(parley().app.context.db, document)
    return { body: article('A') }
  }
  await assert.rejects(readDocument(document, { websites: [website] }), DocumentGone)
  assert.deepEqual(website.visits(), ['/', '/a'])
  assert.deepEqual((await stored(document)).pages, [])
})

test('reading ends when another attempt begins, which reads the rest', async () => {
  await using website = await openWebsite({ '/': article('Home', ['/a']) })
  const { db } = parley().app.context
  const { accountId, id: documentId } = await createDocument({ url: website.url })
  const document = (await findDocument(db, accountId, documentId))!
  website.pages['/a'] = async (_, number) => {
    if (number === 1) await beginAttempt(db, { accountId, documentId })
    return { body: article('A') }
  }
  await assert.rejects(readDocument(document, { websites: [website] }), DocumentGone)
  const next = (await findDocument(db, accountId, documentId))!
  assert.deepEqual((await readDocument(next, { websites: [website] })).errors, { '/': null, '/a': null })
  assert.deepEqual(website.visits(), ['/', '/a', '/a'])
})

test('progress counts the finished and the known pages', async () => {
  await using website = await threePages()
  const progress: [done: number, known: number][] = []
  const onProgress = async (done: number, known: number) => void progress.push([done, known])
  await read({ url: website.url }, { websites: [website], onProgress })
  const counts = [
    [0, 1],
    [1, 3],
    [2, 3],
    [3, 3],
  ]
  assert.deepEqual(
    counts.filter((count) => !progress.some((one) => String(one) === String(count))),
    [],
  )
  assert.deepEqual(progress.at(-1), [3, 3])
})

test('at the time limit, the remaining pages fail with this reason', async () => {
  await using website = await openWebsite({ '/': article('Home', ['/slow', '/a']), '/slow': () => {} })
  const progress: [done: number, known: number][] = []
  const onProgress = async (done: number, known: number) => void progress.push([done, known])
  const { errors } = await read({ url: website.url }, { websites: [website], onProgress, maxReadingMs: 1_500 })
  const outOfTime = 'The website could not be read within 10 minutes.'
  assert.deepEqual(errors, { '/': null, '/slow': outOfTime, '/a': outOfTime })
  assert.deepEqual(progress.at(-1), [3, 3])
})
