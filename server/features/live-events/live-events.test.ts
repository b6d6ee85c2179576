// Tests of the event stream: what it delivers to whom, from where it continues, and when it ends.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { deleteOldEvents } from '#server/platform/live-events/store.ts'
import { headersOf, signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openStreams } from '#testing/features/event-streams.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { open, emit, baseUrl } = await openStreams(parley)
const account = await parley.createAccount()
const other = await parley.createAccount()
const request = rawRequests(parley, account.token)

const emitStatus = (status: string, campaignId = 1) => emit(account, 'campaign.status', { campaignId, status })

type Input = Parameters<typeof account.client.events.stream>[0]

/** The stored events after a position. */
async function read(input: Input, { client } = account) {
  const events = []
  for await (const event of client.events.stream({ ...input, follow: false })) events.push(event)
  return events
}

const statusesOf = (events: readonly { data: object }[]): unknown[] =>
  events.map(({ data }) => (data as { status?: string }).status)

describe('an event stream', () => {
  it('delivers the events of its account, and of no other', async () => {
    await using mine = await open(account)
    await using theirs = await open(other)
    await emit(other, 'campaign.status', { campaignId: 1, status: 'theirs' })
    await emitStatus('mine')
    const [event] = await mine.take(1)
    assert.deepEqual(event!.data, { campaign_id: 1, status: 'mine' })
    assert.equal(event!.event, 'campaign.status')
    const [foreign] = await theirs.take(1)
    assert.deepEqual(statusesOf([foreign!]), ['theirs'])
    // The positions of other accounts reveal nothing.
    assert.deepEqual(statusesOf(await read({ last_event_id: foreign!.id - 1 })), ['mine'])
    assert.deepEqual(await read({ last_event_id: event!.id }, other), [])
  })

  it('continues after the last event that the client has, and the header takes precedence', async () => {
    await using stream = await open(account)
    for (const status of ['a', 'b', 'c']) await emitStatus(status)
    const [first, ...rest] = await stream.take(3)
    assert.deepEqual(await read({ last_event_id: first!.id }), rest)
    const headers = { authorization: `Bearer ${account.token}`, 'last-event-id': String(rest[0]!.id) }
    const response = await fetch(`${baseUrl}/api/user/events?follow=false&last_event_id=0`, { headers })
    assert.deepEqual((await response.text()).match(/"status":"\w"/g), ['"status":"c"'])
    await using resumed = await open(account, { last_event_id: first!.id })
    await emitStatus('d')
    assert.deepEqual(statusesOf(await resumed.take(3)), ['b', 'c', 'd'])
  })

  it('selects types, calls and campaigns', async () => {
    const [last] = await read({ last_event_id: 0 }).then((events) => events.slice(-1))
    const input = { last_event_id: last!.id }
    await emitStatus('one', 1)
    await emitStatus('two', 2)
    await emit(account, 'call.started', { callId: 1, assistantId: 3 })
    await emit(account, 'call.deleted', { callId: 2, assistantId: 4 })
    await emit(account, 'message.status', { messageId: 1, conversationId: null, status: 'sent' })
    const select = async (filter: Input) => (await read({ ...input, ...filter })).map(({ event }) => event)
    assert.deepEqual(await select({ campaign_id: 2 }), ['campaign.status'])
    assert.deepEqual(await select({ types: 'call.*' }), ['call.started', 'call.deleted'])
    assert.deepEqual(await select({ types: 'call.*', call_id: 2 }), ['call.deleted'])
    assert.deepEqual(await select({ types: 'call.deleted, message.status' }), ['call.deleted', 'message.status'])
    assert.deepEqual(await select({ assistant_id: 3 }), ['call.started'])
    assert.deepEqual(await select({ assistant_id: 1_999_999_937 }), [])
    assert.deepEqual(await select({ conversation_id: crypto.randomUUID() }), [])
    assert.equal((await select({})).length, 5)
  })

  it('refuses invalid filters and positions before it begins', async () => {
    const queries = ['types=calls', 'types=call.*,', 'types=*', 'call_id=x', 'conversation_id=1', 'last_event_id=-1']
    for (const query of [...queries, `types=${'call.*,'.repeat(60)}call.*`]) {
      const { status, body } = await request('GET', `/api/user/events?${query}`)
      assert.equal(status, 422, query)
      assert.deepEqual(Object.keys(body.errors), [query.split('=')[0]])
    }
    for (const id of ['x', '-1', '1.5', '9'.repeat(30)]) {
      const { status, body } = await request('GET', '/api/user/events', undefined, { 'last-event-id': id })
      assert.equal(status, 422)
      assert.deepEqual(body.errors, { last_event_id: ['The last event id format is invalid.'] })
    }
    assert.equal((await rawRequests(parley)('GET', '/api/user/events')).status, 401)
  })

  it('begins with a reset if events after the position were deleted, or if the position does not exist', async () => {
    const [event] = await read({ last_event_id: 0 })
    await deleteOldEvents(parley.app.context.db, 0, event!.id)
    await parley.runCron('live-events.forget-old')
    assert.equal((await read({ last_event_id: event!.id }))[0]!.id, event!.id + 1)
    await emitStatus('later')
    await read({ last_event_id: 0 })
    for (const lastEventId of [event!.id - 1, 2 ** 40]) {
      await using stream = await open(account, { last_event_id: lastEventId })
      assert.equal((await stream.take(1))[0]!.event, 'reset')
      await emitStatus('live')
      assert.deepEqual(statusesOf(await stream.take(1)), ['live'])
    }
  })

  it('ends soon after the API key is deleted', async () => {
    const { token } = (await account.client.accounts.createApiKey({ name: 'short' })).api_key
    const response = await fetch(`${baseUrl}/api/user/events`, { headers: { authorization: `Bearer ${token}` } })
    await using untouched = await open(account)
    await account.client.accounts.deleteApiKey({ id: Number(token.split('|')[0]) })
    const deletedAt = performance.now()
    await response.text().catch(() => '')
    assert.ok(performance.now() - deletedAt < 5_000)
    await emitStatus('after the deletion')
    assert.deepEqual(statusesOf(await untouched.take(1)), ['after the deletion'])
  })

  it('shows members what their role permits, and ends soon after they are removed', async () => {
    const created = await parley.createAccount()
    const { account: own, client } = created
    await using all = await open(created)
    const emitHere = (event: 'call.started' | 'call.transcript' | 'conversation.started', data: object) =>
      emit({ account: own }, event, data as never)
    await emitHere('call.started', { callId: 1, assistantId: 1 })
    await emitHere('call.transcript', { callId: 1, assistantId: 1, position: 0, entries: [] })
    await emitHere('conversation.started', {
      conversationId: 1,
      conversationUuid: crypto.randomUUID(),
      assistantId: 1,
      type: 'widget',
    })
    const position = (await all.take(3))[0]!.id - 1
    const namesFor = async (role: 'agent' | 'viewer' | 'editor') => {
      const member = await signInMember(parley, own, role)
      const headers = headersOf(member.cookie())
      const url = `${baseUrl}/api/user/events?follow=false&last_event_id=${position}`
      const response = await fetch(url, { headers })
      return [...new Set((await response.text()).match(/(?<=^event: )\S+/gm))]
    }
    assert.deepEqual(await namesFor('editor'), ['call.started', 'call.transcript', 'conversation.started'])
    assert.deepEqual(await namesFor('viewer'), ['call.started'])
    assert.deepEqual(await namesFor('agent'), ['conversation.started'])

    const member = await signInMember(parley, own, 'editor')
    const response = await fetch(`${baseUrl}/api/user/events`, { headers: headersOf(member.cookie()) })
    await client.members.remove({ id: member.userId })
    const removedAt = performance.now()
    await response.text().catch(() => '')
    assert.ok(performance.now() - removedAt < 5_000)
  })

  it('disconnects a client that reads too slowly, which can continue where it was', async () => {
    const text = 'x'.repeat(200_000)
    const { hostname, port } = new URL(baseUrl)
    await using stream = await open(account)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.pause()
    socket.write(
      `GET /api/user/events?types=campaign.* HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\n\r\n`,
    )
    await once(socket, 'readable')
    const listeners = () => parley.app.context.liveEvents.count()
    await until(async () => listeners() === 2)
    let sent = 0
    while (listeners() === 2 && sent < 200) {
      await emitStatus(`${sent++}:${text}`)
      await stream.take(1)
    }
    assert.equal(listeners(), 1)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.resume()
    await once(socket, 'close')
    const complete = received.slice(0, received.lastIndexOf('\n\n'))
    const last = Number([...complete.matchAll(/^id: (\d+)$/gm)].at(-1)![1])
    const seen = [...complete.matchAll(/"status":"(\d+):x/g)].map(([, number]) => Number(number))
    const rest = statusesOf(await read({ last_event_id: last })).map((status) => Number(String(status).split(':')[0]))
    const all = [...new Set([...seen, ...rest])]
    assert.deepEqual(
      all,
      Array.from({ length: sent }, (_, index) => index),
    )
  })

  it('has a limit for each account', async () => {
    const headers = { authorization: `Bearer ${other.token}` }
    const connectTo = async () => {
      const [response] = await once(httpGet(`${baseUrl}/api/user/events`, { headers, agent: false }), 'response')
      return response as IncomingMessage
    }
    const responses = await Promise.all(Array.from({ length: 205 }, connectTo))
    const refused = responses.filter(({ statusCode }) => statusCode === 429)
    assert.ok(refused.length > 0 && refused.length <= 5)
    assert.equal(refused[0]!.headers['retry-after'], '10')
    for (const response of responses) response.destroy()
    await until(async () => parley.app.context.liveEvents.count() === 0)
  })

  it('does not count a client that disconnected before the stream began', async () => {
    const { liveEvents } = parley.app.context
    await until(async () => liveEvents.count() === 0)
    await using server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
    socket.resetAndDestroy()
    await once(response, 'close')
    const accountId = account.account.id
    const accepts = () => true
    liveEvents.listen({ accountId, access: 'key:1', accepts, response, afterSeq: undefined, follow: true })
    assert.equal(liveEvents.count(), 0)
  })

  it('is not chunked, because proxies delay chunks; stored events are, so that a lost connection is noticed', async () => {
    const headers = { authorization: `Bearer ${account.token}` }
    const framingOf = async (query: string) => {
      const url = `${baseUrl}/api/user/events${query}`
      const [response] = (await once(httpGet(url, { headers, agent: false }), 'response')) as [IncomingMessage]
      response.destroy()
      return [response.headers.connection, response.headers['transfer-encoding']]
    }
    assert.deepEqual(await framingOf(''), ['close', undefined])
    assert.equal((await framingOf('?follow=false'))[1], 'chunked')
  })

  it('answers HEAD without a stream', async () => {
    const headers = { authorization: `Bearer ${account.token}` }
    const response = await fetch(`${baseUrl}/api/user/events`, { method: 'HEAD', headers })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
  })
})
