// Tests of the file store in S3-compatible storage: the port's suite, and failures of the storage.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { openS3Emulator, type S3Fault } from '#testing/emulators/s3.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { fileStoreSuite } from '#testing/suites/file-store.ts'
import { OutsideError } from '../outside-error.ts'
import { openS3Files, type S3Options } from './s3-files.ts'

async function open(options: Partial<S3Options> = {}) {
  const storage = await openS3Emulator()
  const limits = { attempts: 3, attemptMs: 60_000, firstDelayMs: 1, ...options.limits }
  const files = openS3Files({ ...storage.options, ...options, limits })
  return {
    storage,
    files,
    async [Symbol.asyncDispose]() {
      await files[Symbol.asyncDispose]()
      await storage[Symbol.asyncDispose]()
    },
  }
}

fileStoreSuite('S3', () => open())

const slowDown: S3Fault = { status: 503, code: 'SlowDown' }
const body = Buffer.from('audio')

describe('storage that fails', () => {
  test('for a moment is asked again, with the same effect', async () => {
    await using setup = await open()
    const { files, storage } = setup
    const passing: S3Fault[] = [
      slowDown,
      'cut',
      { status: 500, code: 'InternalError' },
      { status: 429, code: 'TooManyRequests' },
      { status: 400, code: 'RequestTimeout' },
    ]
    for (const fault of passing) {
      storage.faults.push(fault)
      await files.put('a', body, 'text/plain')
      storage.faults.push(fault, fault)
      assert.equal(String(await files.read('a')), 'audio')
      if (fault !== passing.at(-1)) storage.faults.push(fault)
      assert.deepEqual(await files.find('a'), { contentType: 'text/plain', sizeBytes: 5 })
      storage.faults.push(fault)
      await files.remove('a')
    }
  })

  test('while a local file is stored is sent the whole file again', async () => {
    await using setup = await open()
    const path = join(await mkdtemp(join(tmpdir(), 'parley-s3-')), 'file')
    const large = randomBytes(500_000)
    await writeFile(path, large)
    for (const fault of [slowDown, 'cut'] as const) {
      setup.storage.faults.push(fault)
      await setup.files.putFile('a', path, 'audio/wav')
      assert.ok(large.equals(await setup.files.read('a')))
    }
    await rm(dirname(path), { recursive: true })
  })

  test('in the middle of a file is asked again', async () => {
    await using setup = await open()
    const large = randomBytes(500_000)
    await setup.files.put('a', large, 'audio/wav')
    setup.storage.faults.push('truncated')
    assert.ok(large.equals(await setup.files.read('a')))
    setup.storage.faults.push('truncated')
    assert.equal((await setup.files.readRange('a', { start: 10, end: 400_010 })).length, 400_000)
  })

  test('every time is reported as a failure that can be retried, without secrets', async () => {
    await using setup = await open()
    setup.storage.faults.push(slowDown, slowDown, slowDown)
    const failure = await failureOf(setup.files.put('a', body, 'text/plain'))
    assert.ok(failure instanceof OutsideError)
    assert.deepEqual([failure.code, failure.retryable], ['storage_failed', true])
    assert.equal(failure.message, 'The file store answered 503 SlowDown.')
    assert.equal(setup.storage.seen.length, 3)
    assert.equal(setup.storage.objects.size, 0)
  })

  test('to answer is asked again after the time limit', async () => {
    await using setup = await open({ limits: { attemptMs: 50 } })
    setup.storage.faults.push('silent', 'silent', 'silent')
    const { code, message } = await failureOf(setup.files.find('a'))
    assert.deepEqual([code, message], ['storage_failed', 'The file store does not answer.'])
    assert.equal(setup.storage.seen.length, 3)
  })
})

describe('storage that refuses', () => {
  for (const [what, wrong, answered] of [
    ['the secret', { secretAccessKey: 'wrong' }, '403 SignatureDoesNotMatch'],
    ['the key id', { accessKeyId: 'wrong' }, '403 InvalidAccessKeyId'],
    ['the region', { region: 'eu-other-1' }, '400 AuthorizationHeaderMalformed'],
    ['the bucket', { bucket: 'other' }, '404 NoSuchBucket'],
  ] as const)
    test(`${what} is asked once, and its answer is reported`, async () => {
      await using setup = await open(wrong)
      const { files, storage } = setup
      for (const work of [() => files.put('a', body, 'x'), () => files.read('a'), () => files.remove('a')]) {
        const { code, message } = await failureOf(work())
        assert.deepEqual([code, message], ['storage_failed', `The file store answered ${answered}.`])
      }
      assert.equal(storage.seen.length, 3)
    })
})

test('the prefix precedes every key', async () => {
  await using setup = await open({ prefix: 'parley/test/' })
  await setup.files.put('a/b', body, 'text/plain')
  assert.deepEqual([...setup.storage.objects.keys()], ['parley/test/a/b'])
  assert.equal(String(await setup.files.read('a/b')), 'audio')
})

test('the content type of a file is also its header in the storage, unless a header cannot contain it', async () => {
  await using setup = await open()
  for (const [type, header] of [
    ['audio/wav', 'audio/wav'],
    ['é', 'application/octet-stream'],
  ] as const) {
    await setup.files.put('a', body, type)
    assert.equal(setup.storage.objects.get('a')?.headers['content-type'], header)
    assert.equal((await setup.files.find('a'))?.contentType, type)
  }
})

test('a file that was copied into the bucket has the type of its header', async () => {
  await using setup = await open()
  setup.storage.objects.set('copied', { body, headers: { 'content-type': 'audio/wav' } })
  assert.deepEqual(await setup.files.find('copied'), { contentType: 'audio/wav', sizeBytes: 5 })
})

test('nothing is asked after the store is closed', async () => {
  const setup = await open()
  await setup[Symbol.asyncDispose]()
  assert.equal((await failureOf(setup.files.find('a'))).code, 'storage_failed')
})
