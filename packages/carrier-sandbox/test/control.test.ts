// Tests of the control API, its access rules and the control page.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { person, sender, startTestSandbox, type TestSandbox } from './harness.ts'

type Fields = Record<string, unknown>
const number = '+447700900123'

async function control(sandbox: TestSandbox, method: string, path: string, body?: Fields): Promise<Fields> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${sandbox.carrier.baseUrl}/sandbox${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  })
  const answer = (await reply.json()) as Fields
  assert.ok(reply.ok, `${reply.status} ${JSON.stringify(answer)}`)
  return answer
}

describe('the control API', () => {
  test('sends messages as a phone and shows its thread', async () => {
    await using sandbox = await startTestSandbox()
    const path = `/phones/${encodeURIComponent(number)}/messages`
    const media = [{ content_type: 'image/png', base64: Buffer.from('png').toString('base64'), filename: 'a.png' }]
    const sent = await control(sandbox, 'POST', path, { to: '+14155238886', body: 'Hi', button_payload: 'p', media })
    assert.deepEqual([sent['webhook'], sent['from'], (sent['media'] as Fields[]).length], [204, person, 1])
    assert.equal(sandbox.receiver.received[0]!.form['ButtonPayload'], 'p')
    await sandbox.send({ From: sender, To: person, Body: 'Hello' })
    await sandbox.carrier.control.settled()
    const thread = await control(sandbox, 'GET', path)
    const messages = thread['messages'] as Fields[]
    assert.deepEqual(
      [thread['window_open'], messages.map(({ body, status }) => [body, status])],
      [
        true,
        [
          ['Hi', 'received'],
          ['Hello', 'read'],
        ],
      ],
    )
    const phones = (await control(sandbox, 'GET', '/phones'))['phones'] as Fields[]
    assert.deepEqual(
      phones.map((phone) => phone['number']),
      [number],
    )
    const medium = (sent['media'] as Fields[])[0]!['sid']
    const file = await fetch(`${sandbox.carrier.baseUrl}/sandbox/media/${medium}`)
    assert.deepEqual([file.status, file.headers.get('x-content-type-options')], [200, 'nosniff'])
    assert.deepEqual(await control(sandbox, 'POST', `/messages/${sent['sid']}/redeliver`, {}), { webhook: 204 })
  })

  test('sets and clears faults, behaviours and settings', async () => {
    await using sandbox = await startTestSandbox()
    const send = async () => (await sandbox.send({ From: sender, To: person, Body: 'x' })).status
    await control(sandbox, 'POST', '/faults', { fault: 'too-many-requests' })
    await control(sandbox, 'POST', '/faults', {
      calls: [{ faults: [{ fault: 'slow-answer', delay_ms: 1 }, { fault: 'error-after-accept' }] }],
    })
    assert.equal(((await control(sandbox, 'GET', '/faults'))['faults'] as Fields[]).length, 2)
    assert.deepEqual([await send(), await send(), await send()], [429, 500, 201])
    await control(sandbox, 'POST', '/faults', { fault: 'too-many-requests' })
    await control(sandbox, 'DELETE', '/faults')
    assert.equal(await send(), 201)
    await control(sandbox, 'POST', `/phones/${encodeURIComponent(number)}/behaviour`, { code: 21614 })
    assert.equal(await send(), 400)
    await control(sandbox, 'POST', `/phones/${encodeURIComponent(number)}/behaviour`, {})
    assert.equal(await send(), 201)
    const settings = await control(sandbox, 'POST', '/settings', {
      rate: { per_second: 1, burst: 0 },
      delays_ms: { sent: 5 },
    })
    assert.deepEqual([(settings['rate'] as Fields)['per_second'], (settings['delays_ms'] as Fields)['sent']], [1, 5])
    assert.equal(await send(), 429)
    await control(sandbox, 'POST', '/reset', {})
    assert.equal(await send(), 201)
    assert.equal(sandbox.carrier.requests.length, 1)
  })

  test('turns the clock and changes templates and senders', async () => {
    await using sandbox = await startTestSandbox()
    const now = Date.parse(String((await control(sandbox, 'GET', '/state'))['now']))
    const turned = await control(sandbox, 'POST', '/clock', { forward_ms: 86_400_000 })
    assert.ok(Date.parse(String(turned['now'])) - now >= 86_400_000)
    assert.ok(Number(turned['turned_ms']) >= 86_400_000)
    const { sid } = await control(sandbox, 'POST', '/templates', {
      name: 'hi',
      body: 'Hello from us',
      rejection_reason: '',
    })
    const paused = await control(sandbox, 'POST', `/templates/${sid}`, { status: 'paused' })
    assert.deepEqual([paused['status'], paused['name']], ['paused', 'hi'])
    await control(sandbox, 'POST', '/senders', { number: '+14155238887', messaging_limit: '1K Customers/24hr' })
    await control(sandbox, 'POST', '/senders/+14155238887', { status: 'OFFLINE', offline_code: 63020 })
    const { senders, templates } = (await control(sandbox, 'GET', '/state')) as {
      senders: Fields[]
      templates: Fields[]
    }
    assert.deepEqual(
      [senders[1]!['status'], senders[1]!['messaging_limit'], templates[0]!['status']],
      ['OFFLINE', '1K Customers/24hr', 'paused'],
    )
    await control(sandbox, 'POST', '/services', { sid: `MG${'a'.repeat(32)}`, senders: ['+14155238886'] })
    assert.equal(
      (await sandbox.send({ MessagingServiceSid: `MG${'a'.repeat(32)}`, To: number, Body: 'x' })).status,
      201,
    )
    await control(sandbox, 'POST', '/reset', { everything: true })
    const after = (await control(sandbox, 'GET', '/state')) as {
      senders: Fields[]
      templates: Fields[]
      phones: Fields[]
    }
    assert.deepEqual([after.senders.length, after.templates.length, after.phones.length], [1, 0, 0])
  })

  test('resets the clock, after which no time is in the future', async () => {
    await using sandbox = await startTestSandbox()
    const path = `/phones/${encodeURIComponent(number)}/messages`
    const aheadMs = async () => Number((await control(sandbox, 'GET', '/clock'))['turned_ms'])
    await control(sandbox, 'POST', '/clock', { forward_ms: 48 * 3_600_000 })
    await control(sandbox, 'POST', path, { to: '+14155238886', body: 'Hi' })
    const back = await control(sandbox, 'DELETE', '/clock')
    assert.deepEqual([back['turned_ms'], await aheadMs()], [0, 0])
    assert.ok(Math.abs(Date.parse(String(back['now'])) - Date.now()) < 60_000)
    const thread = await control(sandbox, 'GET', path)
    const [{ created_at }] = thread['messages'] as [{ created_at: string }]
    assert.deepEqual([thread['window_open'], Date.parse(created_at) <= Date.now()], [true, true])
    await control(sandbox, 'POST', '/clock', { forward_ms: 24 * 3_600_000 })
    assert.equal((await control(sandbox, 'GET', path))['window_open'], false)
    await control(sandbox, 'POST', '/reset', {})
    assert.equal(await aheadMs(), 0)
  })

  test('lists requests, webhooks, alarms and the behaviours of numbers', async () => {
    await using sandbox = await startTestSandbox()
    await sandbox.send({
      From: '+14155238886',
      To: number,
      Body: 'x',
      StatusCallback: `${sandbox.receiver.url}/status`,
    })
    await sandbox.carrier.control.settled()
    const { requests } = (await control(sandbox, 'GET', '/requests')) as { requests: Fields[] }
    assert.deepEqual(
      [requests[0]!['method'], requests[0]!['status'], requests[0]!['user']],
      ['POST', 201, sandbox.carrier.accountSid],
    )
    const { webhooks } = (await control(sandbox, 'GET', '/webhooks?limit=1')) as { webhooks: Fields[] }
    assert.deepEqual([webhooks.length, (webhooks[0]!['form'] as Fields)['MessageStatus']], [1, 'delivered'])
    const { behaviours } = (await control(sandbox, 'GET', '/behaviours')) as { behaviours: Fields[] }
    assert.ok(behaviours.find(({ suffix }) => suffix === '9963016')!['does'])
    assert.deepEqual((await control(sandbox, 'GET', '/alarms'))['alarms'], [])
  })

  test('returns errors as JSON', async () => {
    await using sandbox = await startTestSandbox()
    const ask = async (method: string, path: string, body?: string) => {
      const reply = await fetch(`${sandbox.carrier.baseUrl}/sandbox${path}`, {
        method,
        body,
        headers: { 'content-type': 'application/json' },
      })
      return [reply.status, typeof ((await reply.json()) as Fields)['error']]
    }
    assert.deepEqual(await ask('GET', '/nothing'), [404, 'string'])
    const backwards = await control(sandbox, 'POST', '/clock', { forward_ms: -1 }).catch(({ message }) => message)
    assert.match(String(backwards), /`forward_ms` is a number of milliseconds from 0 on; DELETE puts the clock back\./)
    assert.deepEqual(await ask('POST', '/clock', '{'), [400, 'string'])
    assert.deepEqual(await ask('POST', '/clock', '[]'), [400, 'string'])
    assert.deepEqual(await ask('POST', '/faults', '{}'), [400, 'string'])
    assert.deepEqual(await ask('POST', `/phones/${number}/messages`, '{}'), [400, 'string'])
    assert.deepEqual(await ask('POST', '/templates/nothing', '{"status":"paused"}'), [404, 'string'])
    assert.deepEqual(await ask('POST', '/senders/+1', '{"status":"ONLINE"}'), [404, 'string'])
  })
})

describe('a request to the control API', () => {
  /** `fetch` cannot set the Host header. */
  const ask = (sandbox: TestSandbox, method: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const call = request(`${sandbox.carrier.baseUrl}/sandbox/reset`, { method, headers }, (reply) => {
        reply.resume()
        resolve(reply.statusCode!)
      })
      call.once('error', reject)
      call.end(method === 'POST' ? '{}' : undefined)
    })

  test('of another host or another site’s page is rejected', async () => {
    await using sandbox = await startTestSandbox()
    const json = { 'content-type': 'application/json' }
    assert.equal(await ask(sandbox, 'POST', json), 200)
    assert.equal(await ask(sandbox, 'POST', { ...json, host: 'evil.example' }), 403)
    assert.equal(await ask(sandbox, 'POST', { ...json, origin: 'https://evil.example' }), 403)
    assert.equal(await ask(sandbox, 'POST', { 'content-type': 'text/plain' }), 403)
    assert.equal(await ask(sandbox, 'GET', { host: 'evil.example:80' }), 403)
    assert.equal(await ask(sandbox, 'POST', { ...json, origin: sandbox.carrier.baseUrl }), 200)
  })
})

describe('the control page', () => {
  test('loads nothing from other hosts, and its policy forbids foreign scripts', async () => {
    await using sandbox = await startTestSandbox()
    const reply = await fetch(`${sandbox.carrier.baseUrl}/sandbox`)
    const html = await reply.text()
    const policy = reply.headers.get('content-security-policy')!
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]
    assert.match(policy, /default-src 'none'/)
    assert.ok(html.includes(`<script nonce="${nonce}">`) && html.includes(`<style nonce="${nonce}">`))
    assert.doesNotMatch(html, /innerHTML|insertAdjacentHTML|<script[^>]+src=|<link[^>]+stylesheet|\{\{nonce\}\}/)
  })

  test('receives events as a stream', async () => {
    await using sandbox = await startTestSandbox()
    const stream = await fetch(`${sandbox.carrier.baseUrl}/sandbox/events`)
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let received = (await reader.read()).value ?? ''
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    while (!received.includes('"type":"message"')) received += (await reader.read()).value ?? ''
    assert.match(received, /data: \{"type":"message","sid":"SM/)
    await reader.cancel()
  })
})
