// Tests of recordings over HTTP: signed links, byte ranges and conditional requests.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { asAccount } from '#server/platform/context/context.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { recordingKeyOf, recordingUrlOf } from './serve-recording.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const { context } = parley.app
const target = { accountId: 7, id: randomUUID() }
/** More than two of the pieces in which a file is read. */
const audio = randomBytes(2_500_000)
const account = asAccount(context, { id: target.accountId, kind: 'direct', timeZone: 'UTC', country: 'US' })
const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(recordingUrlOf(account, target.id), { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

before(() => context.files.put(recordingKeyOf(target), audio, 'audio/wav'))

describe('a signed link to a recording', () => {
  test('returns the whole file, which no browser runs or stores', async () => {
    const response = await get()
    assert.equal(response.status, 200)
    assert.ok(audio.equals(await bytesOf(response)))
    const { headers } = response
    assert.equal(headers.get('content-type'), 'audio/wav')
    assert.equal(headers.get('content-length'), String(audio.length))
    assert.equal(headers.get('accept-ranges'), 'bytes')
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.equal(headers.get('content-disposition'), `inline; filename="${target.id}.wav"`)
    assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
  })

  test('expires after 15 minutes', async () => {
    const url = recordingUrlOf(account, target.id)
    await parley.turnClock(15 * 60_000 - 5_000)
    const valid = await fetch(url, { method: 'HEAD' })
    assert.equal(valid.status, 200)
    await parley.turnClock(5_000)
    assert.equal((await fetch(url)).status, 404)
  })

  test('cannot be altered, and does not exist without its recording', async () => {
    const url = recordingUrlOf(account, target.id)
    const forged = [
      url.replace('/7.', '/8.'),
      url.replace(target.id, randomUUID()),
      url.slice(0, -1),
      `${url}A`,
      url.replace(/\.[^.]+$/, `.${'A'.repeat(43)}`),
      `${parley.config.settings.publicUrl}/recordings/x`,
      recordingUrlOf(account, randomUUID()),
    ]
    for (const one of forged) assert.equal((await fetch(one)).status, 404, one)
  })
})

describe('a request for a range', () => {
  const size = audio.length
  const spots = fc.oneof(fc.nat(size + 10), fc.constantFrom(0, size - 1, size))

  test('returns exactly these bytes', async () => {
    await fc.assert(
      fc.asyncProperty(spots, spots, fc.constantFrom('both', 'first', 'last'), async (a, b, given) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)]
        const range = { both: `bytes=${first}-${last}`, first: `bytes=${first}-`, last: `bytes=-${last}` }[given]
        const expected = {
          both: audio.subarray(first, last + 1),
          first: audio.subarray(first),
          last: last === 0 ? audio.subarray(size) : audio.subarray(-last),
        }[given]
        const response = await get({ range })
        const body = await bytesOf(response)
        if (expected.length === 0) {
          assert.deepEqual([response.status, response.headers.get('content-range')], [416, `bytes */${size}`])
          assert.equal(body.length, 0)
          return
        }
        assert.equal(response.status, 206)
        const from = given === 'last' ? size - expected.length : first
        assert.equal(response.headers.get('content-range'), `bytes ${from}-${from + expected.length - 1}/${size}`)
        assert.equal(response.headers.get('content-length'), String(expected.length))
        assert.ok(expected.equals(body))
      }),
      { numRuns: 60 },
    )
  })

  test('is answered with the whole file if it is malformed or has several ranges', async () => {
    for (const range of ['bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=a-b', '0-1']) {
      const response = await get({ range })
      assert.equal(response.status, 200, range)
      assert.equal((await bytesOf(response)).length, size)
    }
  })

  test('is answered in part only if the file is the one that the client knows', async () => {
    const known = await get({ range: 'bytes=0-0' })
    const etag = known.headers.get('etag')!
    assert.match(etag, /^"[\w-]+"$/)
    assert.equal((await get({ range: 'bytes=0-0', 'if-range': etag })).status, 206)
    const changed = await get({ range: 'bytes=0-0', 'if-range': '"another"' })
    assert.equal(changed.status, 200)
    assert.equal((await bytesOf(changed)).length, size)
    assert.equal((await get({ 'if-none-match': `"a", ${etag}` })).status, 304)
  })

  test('is ignored by HEAD, which returns the size without the file', async () => {
    const response = await get({ range: 'bytes=0-0' }, 'HEAD')
    assert.deepEqual([response.status, response.headers.get('content-length')], [200, String(size)])
    assert.equal((await bytesOf(response)).length, 0)
  })

  test('ends the connection if the file disappears while it is sent', async () => {
    const lost = { ...target, id: randomUUID() }
    await context.files.put(recordingKeyOf(lost), audio, 'audio/wav')
    const response = await fetch(recordingUrlOf(account, lost.id))
    const reader = response.body!.getReader()
    await reader.read()
    await context.files.remove(recordingKeyOf(lost))
    await assert.rejects(async () => {
      while (!(await reader.read()).done);
    })
  })
})
