// Tests of sessions: the release of memory, calls that others have ended, and a database that is away at the end of a call.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { documentedAccount } from '@parley/carrier-sandbox'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openDatabaseFront } from '#testing/database/database-front.ts'
import { finishCall } from '../ending/finish-call.ts'
import { openSessions } from './sessions.ts'

const parley = await startTestApp({ carrier: {}, config: { speech: { default: 'scripted' } } })
after(() => parley[Symbol.asyncDispose]())
const line = { sendAudio() {}, sendMark() {}, clear() {}, close() {} }

it('memory is released when the last call has ended', { timeout: 20_000 }, async () => {
  const assistant = await parley.createCallingAssistant()
  const released = Promise.withResolvers<void>()
  let releases = 0
  const release = async () => {
    releases++
    released.resolve()
  }
  const notifications = { on() {}, [Symbol.asyncDispose]: async () => {} }
  await using sessions = openSessions(parley.app.context, notifications, { release, releaseAfterMs: 1 })
  const listeners = []
  for (const phone of ['+12025553991', '+12025553992']) {
    parley.carrier.control.behaveOnCalls(phone, { pickUp: 'manual' })
    const { sid } = await parley.placeCall(assistant, phone)
    const start = { token: parley.mediaTokenOf(sid), externalId: sid, carrierAccountId: documentedAccount.accountSid }
    listeners.push((await sessions.accept(start))!(line))
  }
  listeners[0]!.closed()
  await new Promise(setImmediate)
  assert.equal(releases, 0)
  listeners[1]!.closed()
  await released.promise
  assert.equal(releases, 1)
})

it('a session whose call others have ended closes its line, and charges nothing more', {
  timeout: 20_000,
}, async () => {
  const assistant = await parley.createCallingAssistant()
  const { context } = parley.app
  const notifications = { on() {}, [Symbol.asyncDispose]: async () => {} }
  await using sessions = openSessions(context, notifications)
  parley.carrier.control.behaveOnCalls('+12025553993', { pickUp: 'manual' })
  const { sid, callId } = await parley.placeCall(assistant, '+12025553993')
  const start = { token: parley.mediaTokenOf(sid), externalId: sid, carrierAccountId: documentedAccount.accountSid }
  const closed = Promise.withResolvers<void>()
  ;(await sessions.accept(start))!({ ...line, close: closed.resolve })
  const ref = { accountId: assistant.account.id, callId }
  const ending = { endedReason: 'process_died' as const, endedBy: 'system' as const, latency: [], timeline: [] }
  assert.equal(await finishCall(context, ref, ending), true)
  const before = await selectBalance(context.db, assistant.account.id)
  await closed.promise
  await sessions.drain(0)
  assert.deepEqual(await selectBalance(context.db, assistant.account.id), before)
  assert.equal((await assistant.client.calls.get({ id: callId })).ended_reason, 'process_died')
  assert.deepEqual(await selectBrokenBalances(context.db), [])
})

it('the result of a call that ends while the database is away is stored when it is back', {
  timeout: 30_000,
}, async () => {
  const assistant = await parley.createCallingAssistant()
  await using front = await openDatabaseFront(parley.connectionString)
  await using database = openDatabase(front.connectionString, { maxConnections: 2, name: 'test' })
  const failures: string[] = []
  const log = createLog({ level: 'error', pretty: false, destination: { write: (text) => void failures.push(text) } })
  const notifications = { on() {}, [Symbol.asyncDispose]: async () => {} }
  await using sessions = openSessions({ ...parley.app.context, db: database.db, log }, notifications)
  parley.carrier.control.behaveOnCalls('+12025553994', { pickUp: 'manual' })
  const { sid, callId } = await parley.placeCall(assistant, '+12025553994')
  const start = { token: parley.mediaTokenOf(sid), externalId: sid, carrierAccountId: documentedAccount.accountSid }
  const listener = (await sessions.accept(start))!(line)
  await front.refuse()
  front.cut()
  listener.closed()
  await until(() => failures.some((text) => text.includes('the result of a call could not be stored')))
  assert.equal((await assistant.client.calls.get({ id: callId })).ended_reason, null)
  await front.listen()
  await until(async () => (await assistant.client.calls.get({ id: callId })).ended_reason === 'caller_hung_up')
  assert.deepEqual(await selectBrokenBalances(parley.app.context.db), [])
})

/** Sessions whose connection to the database fails, and a call that the customer answers. */
async function openThroughFront(options: Parameters<typeof openSessions>[2] = {}) {
  await using opened = new AsyncDisposableStack()
  const front = opened.use(await openDatabaseFront(parley.connectionString))
  const database = opened.use(openDatabase(front.connectionString, { maxConnections: 1, name: 'test' }))
  const notifications = { on() {}, [Symbol.asyncDispose]: async () => {} }
  const context = { ...parley.app.context, db: database.db }
  const sessions = opened.use(openSessions(context, notifications, options))
  const assistant = await parley.createCallingAssistant()
  const stack = opened.move()
  return {
    front,
    sessions,
    explain: (id: number) => assistant.client.calls.explain({ id }),
    async answer(phone: string) {
      parley.carrier.control.behaveOnCalls(phone, { pickUp: 'manual' })
      const { sid, callId } = await parley.placeCall(assistant, phone)
      const start = { token: parley.mediaTokenOf(sid), externalId: sid, carrierAccountId: documentedAccount.accountSid }
      return { start, call: () => assistant.client.calls.get({ id: callId }) }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

it('a call that is answered while the database is away begins when it is back', { timeout: 30_000 }, async () => {
  await using opened = await openThroughFront()
  const { start, call } = await opened.answer('+12025553995')
  await opened.front.refuse()
  opened.front.cut()
  const accepting = opened.sessions.accept(start)
  assert.equal(await opened.sessions.accept(start), undefined, 'the token admits one connection')
  assert.equal((await call()).status, 'initiated')
  await opened.front.listen()
  const listener = (await accepting)!(line)
  assert.equal((await call()).status, 'in-progress')
  listener.closed()
  await until(async () => (await call()).ended_reason === 'caller_hung_up')
})

it('a call begins once, whichever answer of the database is lost while its media connection is accepted', {
  timeout: 60_000,
}, async () => {
  await using opened = await openThroughFront()
  for (let after = 0; ; after++) {
    const { start, call } = await opened.answer(`+120255540${10 + after}`)
    void opened.front.loseAnswer(() => true, after)
    const listener = (await opened.sessions.accept(start))!(line)
    if (opened.front.keepAnswers()) {
      assert.ok(after > 5, `${after} answers were lost`)
      return
    }
    assert.equal(await opened.sessions.accept(start), undefined)
    listener.closed()
    await until(async () => (await call()).ended_reason === 'caller_hung_up')
    const { timeline } = await opened.explain((await call()).id)
    assert.equal(timeline.filter(({ type }) => type === 'media_connected').length, 1)
  }
})

it('a call that is claimed and whose session cannot be opened in time ends when the database is back', {
  timeout: 60_000,
}, async () => {
  await using opened = await openThroughFront({ openWithinMs: 300 })
  let ended = 0
  for (let after = 0; ; after++) {
    const { start, call } = await opened.answer(`+12025554${100 + after}`)
    const away = opened.front.loseAnswer(() => true, after).then(() => opened.front.refuse())
    const listener = await opened.sessions.accept(start).catch(() => undefined)
    if (opened.front.keepAnswers()) {
      listener!(line).closed()
      break
    }
    assert.equal(listener, undefined)
    await away
    await opened.front.listen()
    if (['initiated', 'ringing'].includes((await call()).status)) continue
    await until(async () => (await call()).ended_reason === 'internal_error')
    ended++
  }
  assert.ok(ended > 0)
})
