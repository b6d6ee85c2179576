// Tests how the colors and the typeface of all pages are sent.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fastify from 'fastify'
import { serveAppearance } from './appearance.ts'

it('the colors of all pages are compressed, and not sent again to a browser that has them', async () => {
  const server = fastify()
  serveAppearance(server)
  const url = '/appearance.css'
  const plain = await server.inject({ url })
  assert.equal(plain.headers['content-type'], 'text/css; charset=utf-8')
  const compressed = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } })
  assert.ok(compressed.rawPayload.length < plain.rawPayload.length / 2)
  const again = await server.inject({ url, headers: { 'if-none-match': String(compressed.headers['etag']) } })
  assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0])
  await server.close()
})
