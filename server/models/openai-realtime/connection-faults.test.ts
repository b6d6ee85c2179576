// Tests the realtime models of OpenAI with servers and networks that behave badly.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { WebSocketServer } from 'ws'
import type { ScriptedOpenAiRealtimeOptions } from '#testing/realtime-servers/openai-realtime-server.ts'
import { openConversation } from '#testing/suites/realtime-model/conversation.ts'
import { settings, start, timed } from '#testing/suites/realtime-model/openai-call.ts'
import { createOpenAiRealtimeModel } from './openai-realtime.ts'

describe('failures of the connection to OpenAI', () => {
  for (const [name, options, code] of [
    ['a wrong API key', { apiKey: 'another key' }, 'unauthorised'],
    ['no handshake', { faultOf: () => ({ handshake: 'no-response' }) }, 'timeout'],
    ['a server error', { faultOf: () => ({ handshake: 503 }) }, 'unavailable'],
    ['settings without confirmation', { settings: 'no confirmation' }, 'timeout'],
    ['an unknown model', { settings: { error: 'model_not_found' } }, 'not_found'],
    ['garbage', { faultOf: () => ({ afterMessages: 1, fault: 'garbage' }) }, 'unreadable'],
    ['a binary message', { faultOf: () => ({ afterMessages: 1, fault: 'binary' }) }, 'unreadable'],
    ['a message of 1 MiB', { faultOf: () => ({ afterMessages: 1, fault: 'huge' }) }, 'unreadable'],
    ['a lost connection', { responseFault: () => 'disconnect' }, 'unavailable'],
  ] as [string, Partial<ScriptedOpenAiRealtimeOptions>, string][]) {
    test(`fails once with ${code} after ${name}`, timed, async () => {
      await using server = await start(options)
      using call = server.call({}, { connectTimeoutMs: 300, settingsMs: 300 })
      call.session.respond(1, { mayCallTools: false })
      assert.equal((await call.failure()).code, code)
      await call.noMoreEvents()
    })
  }

  test('reports the end of a session by the vendor as retryable', timed, async () => {
    await using server = await start()
    using call = server.call()
    call.session.respond(1, { mayCallTools: false })
    await call.answered(1)
    server.expireSessions()
    const { code, retryable } = await call.failure()
    assert.deepEqual([code, retryable], ['session_expired', true])
  })

  test('fails with stalled if the server does not answer pings', timed, async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false })
    server.on('connection', (socket) => socket.once('message', () => socket.send('{"type":"session.updated"}')))
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    {
      const adapter = createOpenAiRealtimeModel({ baseUrl, limits: { pingMs: 20 } })
      using call = openConversation({ adapter, settings })
      const { code, retryable } = await call.failure()
      assert.deepEqual([code, retryable], ['stalled', true])
    }
    server.close()
    await once(server, 'close')
  })
})
