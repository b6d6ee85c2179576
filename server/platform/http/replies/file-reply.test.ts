// Tests of endpoints of the contract that return a stored file.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { startHttpHarness } from '#testing/http/http-harness.ts'
import { Refusal } from '../../refusal.ts'
import { routesOf } from '../route.ts'
import { replyWithFile } from './file-reply.ts'

const area = {
  read: endpoint('GET', '/api/files/{name}', {
    summary: 'Read a file',
    auth: 'key',
    params: z.object({ name: z.string() }),
    notFoundCode: { name: 'NO_FILE' },
    reply: z.unknown(),
    refusals: { NO_FILE: { status: 404, message: 'The file does not exist.' } },
    envelope: 'message',
  }),
}
const harness = await startHttpHarness(
  routesOf(area, {
    read: async ({ files }, { params }, call) => {
      const reply = await replyWithFile(files, params.name, call)
      if (!reply) throw new Refusal('NO_FILE')
      return reply
    },
  }),
)
after(() => harness[Symbol.asyncDispose]())

const file = randomBytes(2_000)
before(() => harness.parley.app.context.files.put('audio', file, 'audio/wav'))

const ask = async (method: 'GET' | 'HEAD', headers: Record<string, string> = {}, name = 'audio') => {
  const all = { authorization: 'Bearer account:1', ...headers }
  return harness.http.inject({ method, url: `/api/files/${name}`, headers: all })
}

test('an endpoint returns a file or a range of it, to GET and HEAD', async () => {
  const whole = await ask('GET')
  assert.deepEqual([whole.statusCode, whole.headers['content-type']], [200, 'audio/wav'])
  assert.ok(file.equals(whole.rawPayload))
  const part = await ask('GET', { range: 'bytes=10-19' })
  assert.deepEqual([part.statusCode, part.headers['content-range']], [206, 'bytes 10-19/2000'])
  assert.ok(file.subarray(10, 20).equals(part.rawPayload))
  const head = await ask('HEAD')
  assert.deepEqual([head.statusCode, head.headers['content-length'], head.rawPayload.length], [200, '2000', 0])
})

test('an endpoint requires its key for a file, and refuses what does not exist', async () => {
  assert.equal((await ask('GET', { authorization: '' })).statusCode, 401)
  const missing = await ask('GET', {}, 'none')
  assert.deepEqual([missing.statusCode, missing.json()], [404, { message: 'The file does not exist.' }])
})
