// A process that stops: whoever watches it hears so while it still serves.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startParley } from '#server/testing/parley.ts'

describe('readiness', () => {
  it('ends before the doors close, for those who ask for it', async () => {
    await using parley = await startParley()
    const ask = (path: string) => parley.fetch(new Request(`http://127.0.0.1${path}`))
    for (let time = 0; time < 2; time++) assert.equal((await ask('/readyz')).status, 200)
    const stopped = parley.app[Symbol.asyncDispose]()
    assert.equal((await ask('/openapi.json')).status, 200)
    const { status, body } = await ask('/readyz').then(async (reply) => ({
      status: reply.status,
      body: await reply.json(),
    }))
    assert.deepEqual([status, body], [503, { status: 'stopping' }])
    await stopped
  })
})
