// The test suite for every adapter of the file store port.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { FileStore } from '#server/ports/file-store.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'

export interface FileStoreSetup extends AsyncDisposable {
  files: FileStore
}

const part = fc.stringMatching(/^[a-z0-9]([a-z0-9._-]{0,20}[a-z0-9_-])?$/)
const keys = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => `k-${parts.join('/')}`)

export function fileStoreSuite(name: string, open: () => Promise<FileStoreSetup>): void {
  describe(`file store: ${name}`, () => {
    test('returns a stored file byte for byte with its type', async () => {
      await using setup = await open()
      const bodies = fc.uint8Array({ maxLength: 5_000 })
      const types = fc.oneof(
        fc.constantFrom('image/png', 'text/plain; charset=utf-8', ''),
        fc.string({ maxLength: 80 }),
      )
      await fc.assert(
        fc.asyncProperty(keys, bodies, types, async (key, body, contentType) => {
          await setup.files.put(key, body, contentType)
          assert.deepEqual(await setup.files.find(key), { contentType, sizeBytes: body.length })
          assert.deepEqual(Buffer.from(await setup.files.read(key)), Buffer.from(body))
        }),
        { numRuns: 50 },
      )
    })

    test('stores a local file like its content', async () => {
      await using setup = await open()
      await using local = await openLocalFile()
      const bodies = fc.uint8Array({ maxLength: 5_000 })
      await fc.assert(
        fc.asyncProperty(keys, bodies, fc.string({ maxLength: 80 }), async (key, body, contentType) => {
          await writeFile(local.path, body)
          await setup.files.putFile(key, local.path, contentType)
          assert.deepEqual(await setup.files.find(key), { contentType, sizeBytes: body.length })
          assert.deepEqual(Buffer.from(await setup.files.read(key)), Buffer.from(body))
        }),
        { numRuns: 50 },
      )
    })

    test('stores a large local file and keeps the original', async () => {
      await using setup = await open()
      await using local = await openLocalFile()
      const body = randomBytes(20 * 2 ** 20)
      await writeFile(local.path, body)
      await setup.files.put('a', Buffer.from('before'), 'text/plain')
      await setup.files.putFile('a', local.path, 'application/pdf')
      assert.ok(body.equals(await setup.files.read('a')))
      assert.ok(body.equals(await readFile(local.path)))
    })

    test('reports a local file that cannot be read, and keeps what is stored', async () => {
      await using setup = await open()
      await setup.files.put('a', Buffer.from('before'), 'text/plain')
      const { code, retryable } = await failureOf(setup.files.putFile('a', '/none/at/all', 'text/plain'))
      assert.deepEqual([code, retryable], ['storage_failed', true])
      assert.equal(String(await setup.files.read('a')), 'before')
    })

    test('stores a large file', async () => {
      await using setup = await open()
      const body = randomBytes(20 * 2 ** 20)
      await setup.files.put('media/1/large', body, 'video/mp4')
      assert.ok(body.equals(await setup.files.read('media/1/large')))
    })

    test('returns any range of a file', async () => {
      await using setup = await open()
      const body = randomBytes(3_000)
      await setup.files.put('a', body, 'audio/wav')
      const positions = fc.nat(4_000)
      await fc.assert(
        fc.asyncProperty(positions, fc.integer({ min: 1, max: 4_000 }), async (start, length) => {
          const bytes = await setup.files.readRange('a', { start, end: start + length })
          assert.deepEqual(Buffer.from(bytes), body.subarray(start, start + length))
        }),
        { numRuns: 50 },
      )
      await setup.files.put('empty', new Uint8Array(), 'audio/wav')
      assert.equal((await setup.files.readRange('empty', { start: 0, end: 10 })).length, 0)
      const { code, retryable } = await failureOf(setup.files.readRange('none', { start: 0, end: 1 }))
      assert.deepEqual([code, retryable], ['not_found', false])
      for (const [start, end] of [
        [1, 1],
        [2, 1],
        [-1, 1],
        [0, 0.5],
        [0, Number.NaN],
      ] as const)
        await assert.rejects(setup.files.readRange('a', { start, end }), { message: 'Invalid range of a file.' })
    })

    test('replaces a file atomically: concurrent readers see either the old or the new file', async () => {
      await using setup = await open()
      const file = (byte: number) => ({ body: Buffer.alloc(1_000 + byte * 50_000, byte), contentType: `test/${byte}` })
      const put = (byte: number) => setup.files.put('a/b', file(byte).body, file(byte).contentType)
      await put(1)
      for (let round = 0; round < 10; round++) {
        const readers = Array.from({ length: 8 }, async () => {
          const body = await setup.files.read('a/b')
          assert.ok(file(body[0]!).body.equals(body))
          const found = await setup.files.find('a/b')
          assert.equal(found?.sizeBytes, 1_000 + Number(found?.contentType.slice(5)) * 50_000)
        })
        await Promise.all([put(2), put(3), ...readers])
      }
    })

    test('finds no file before it is stored or after it is removed', async () => {
      await using setup = await open()
      await setup.files.remove('a/none')
      assert.equal(await setup.files.find('a/none'), undefined)
      await setup.files.put('a/one', Buffer.from('1'), 'text/plain')
      await setup.files.remove('a/one')
      assert.equal(await setup.files.find('a/one'), undefined)
      const { code, retryable } = await failureOf(setup.files.read('a/one'))
      assert.deepEqual([code, retryable], ['not_found', false])
    })

    test('accepts a key that is a prefix of another key', async () => {
      await using setup = await open()
      for (const key of ['a', 'a/b', 'a/b/c', 'a.b']) await setup.files.put(key, Buffer.from(key), 'text/plain')
      for (const key of ['a', 'a/b', 'a/b/c', 'a.b']) assert.equal(String(await setup.files.read(key)), key)
    })

    test('refuses keys that point outside the store', async () => {
      await using setup = await open()
      const folders = [
        '',
        '.',
        '..',
        '/a',
        'a/',
        'a//b',
        '../a',
        'a/../../b',
        'a/./b',
        'a/..',
        '.a',
        'a/.b',
        'a\\..\\b',
      ]
      const characters = ['A', 'ä', 'a\0', 'a b', 'a~', 'c:a', 'a.', '~a', 'a%2e%2e', 'a\n']
      const bad = [...folders, ...characters, 'nul', 'a/con.txt', `a/${'b'.repeat(101)}`, 'a/'.repeat(20)]
      for (const key of bad) {
        const refused = (error: unknown) => error instanceof Error && !(error instanceof OutsideError)
        await assert.rejects(async () => setup.files.put(key, Buffer.from('x'), 'text/plain'), refused, key)
        await assert.rejects(async () => setup.files.putFile(key, '/none', 'text/plain'), refused, key)
        await assert.rejects(async () => setup.files.readRange(key, { start: 0, end: 1 }), refused, key)
        for (const operation of ['find', 'read', 'remove'] as const)
          await assert.rejects(async () => setup.files[operation](key), refused, key)
      }
    })
  })
}

async function openLocalFile() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-local-'))
  return {
    path: join(folder, 'file'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
