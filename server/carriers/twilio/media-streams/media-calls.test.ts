// Tests media streams with the sandbox carrier: a virtual phone and the application hear each other.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openSandboxCarrier, type PhoneBehaviour } from '@parley/carrier-sandbox'
import { Registry } from 'prom-client'
import { createRequestMetrics } from '#server/platform/http/request-metrics.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { serveWebSockets } from '#server/platform/http/web-sockets.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { MediaLine, MediaLineListener } from '#server/ports/media-line.ts'
import { carrierAccountOf } from '#testing/suites/carrier/setup.ts'
import { twilio } from '../index.ts'
import { openMediaStreams } from './media-streams.ts'

const log = createLog({ level: 'silent', pretty: false })
const to = '+12025550150'
const from = '+14155238886'
const token = 'a&"<token>'
const loud = (ms: number) => new Uint8Array(ms * 8).fill(0x00)

/** Starts a call whose listener is created by `open`. */
async function startCall(behaviour: PhoneBehaviour, open: (line: MediaLine) => MediaLineListener) {
  await using opened = new AsyncDisposableStack()
  const delaysMs = { dialling: 5, answer: 5 }
  const sandbox = opened.use(await openSandboxCarrier({ log, settings: { delaysMs } }))
  const { accountSid, authToken, baseUrl, control } = sandbox
  const http = createHttpServer({ log, metrics: createRequestMetrics(new Registry()), trustedProxies: [] })
  opened.defer(() => http.close())
  await http.listen({ host: '127.0.0.1', port: 0 })
  const publicUrl = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
  const accepted: string[] = []
  const streams = opened.use(
    openMediaStreams({
      publicUrl,
      log,
      findCredentials: async (sid) => (sid === accountSid ? authToken : undefined),
      accept: async (start) => {
        accepted.push(start.externalId)
        return start.token === token ? open : undefined
      },
    }),
  )
  serveWebSockets(http.server, [streams])
  const { calls } = opened.use(twilio.open({ publicUrl, apiBaseUrl: baseUrl, log }))
  control.behaveOnCalls(to, behaviour)
  const account = carrierAccountOf(sandbox)
  const { externalId: sid } = await calls.createCall(account, {
    from,
    to,
    mediaToken: token,
    report: { uuid: 'a-call', token },
    detectsMachine: false,
    ringingSeconds: 30,
    maxSeconds: 600,
  })
  const stack = opened.move()
  return {
    sid,
    control,
    accepted,
    end: () => calls.endCall(account, sid),
    untilOver: () => control.waitForCall((call) => call.sid === sid && call.endedAtMs !== null),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('the application hears the phone and its keys, is heard by it, and ends the call', async () => {
  const { promise: line, resolve: onLine } = Promise.withResolvers<MediaLine>()
  const { promise: heard, resolve: onHeard } = Promise.withResolvers<void>()
  const { promise: pressed, resolve: onKey } = Promise.withResolvers<string>()
  const { promise: played, resolve: onMark } = Promise.withResolvers<string>()
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
  await using call = await startCall({}, (opened) => {
    onLine(opened)
    return {
      audio: (frame) => {
        if (frame.length === 160 && frame.every((value) => value === 0)) onHeard()
      },
      keyPressed: onKey,
      mark: onMark,
      closed: onClosed,
    }
  })
  const opened = await line
  call.control.say(call.sid, { audio: loud(200) })
  await heard
  call.control.press(call.sid, '7')
  assert.equal(await pressed, '7')
  const startedMs = performance.now()
  opened.sendAudio(loud(300))
  opened.sendMark('said')
  assert.equal(await played, 'said')
  assert.ok(performance.now() - startedMs >= 250)
  opened.close()
  assert.equal((await call.untilOver()).status, 'completed')
  await closed
  assert.deepEqual(call.accepted, [call.sid])
  const { heard: atPhone } = call.control.audio(call.sid)!
  assert.equal(atPhone.filter((value) => value === 0).length, 300 * 8)
})

test('cleared audio is not heard, and its mark comes back at once', async () => {
  const { promise: line, resolve: onLine } = Promise.withResolvers<MediaLine>()
  const { promise: played, resolve: onMark } = Promise.withResolvers<string>()
  await using call = await startCall({}, (opened) => {
    onLine(opened)
    return { audio: () => {}, keyPressed: () => {}, mark: onMark, closed: () => {} }
  })
  const startedMs = performance.now()
  const opened = await line
  opened.sendAudio(loud(60_000))
  opened.sendMark('cleared')
  opened.clear()
  assert.equal(await played, 'cleared')
  assert.ok(performance.now() - startedMs < 30_000)
  opened.close()
  await call.untilOver()
})

test('a phone that hangs up, and a call that is ended at the carrier, close the connection', async () => {
  for (const endsAtCarrier of [false, true]) {
    const { promise: opened, resolve: onOpen } = Promise.withResolvers<void>()
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
    await using call = await startCall({}, () => {
      onOpen()
      return { audio: () => {}, keyPressed: () => {}, mark: () => {}, closed: onClosed }
    })
    await opened
    if (endsAtCarrier) await call.end()
    else call.control.hangUp(call.sid)
    await closed
    assert.equal((await call.untilOver()).status, 'completed')
  }
})
