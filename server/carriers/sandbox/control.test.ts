// The control over HTTP: what other programs and the page do with the sandbox, and who may.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { type Desk, openDesk, person, sender } from './testing/harness.ts'

type Fields = Record<string, unknown>
const number = '+447700900123'

async function control(desk: Desk, method: string, path: string, body?: Fields): Promise<Fields> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${desk.carrier.baseUrl}/sandbox${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  })
  const answer = (await reply.json()) as Fields
  assert.ok(reply.ok, `${reply.status} ${JSON.stringify(answer)}`)
  return answer
}

describe('the control', () => {
  test('sends as a phone and shows what came', async () => {
    await using desk = await openDesk()
    const path = `/phones/${encodeURIComponent(number)}/messages`
    const media = [{ content_type: 'image/png', base64: Buffer.from('png').toString('base64'), filename: 'a.png' }]
    const sent = await control(desk, 'POST', path, { to: '+14155238886', body: 'Hi', button_payload: 'p', media })
    assert.deepEqual([sent['webhook'], sent['from'], (sent['media'] as Fields[]).length], [204, person, 1])
    assert.equal(desk.ear.heard[0]!.form['ButtonPayload'], 'p')
    await desk.send({ From: sender, To: person, Body: 'Hello' })
    await desk.carrier.control.settled()
    const thread = await control(desk, 'GET', path)
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
    const phones = (await control(desk, 'GET', '/phones'))['phones'] as Fields[]
    assert.deepEqual(
      phones.map((phone) => phone['number']),
      [number],
    )
    const medium = (sent['media'] as Fields[])[0]!['sid']
    const file = await fetch(`${desk.carrier.baseUrl}/sandbox/media/${medium}`)
    assert.deepEqual([file.status, file.headers.get('x-content-type-options')], [200, 'nosniff'])
    assert.deepEqual(await control(desk, 'POST', `/messages/${sent['sid']}/redeliver`, {}), { webhook: 204 })
  })

  test('scripts faults, sets behaviours and settings, and takes them back', async () => {
    await using desk = await openDesk()
    const send = async () => (await desk.send({ From: sender, To: person, Body: 'x' })).status
    await control(desk, 'POST', '/faults', { fault: 'too-many-requests' })
    await control(desk, 'POST', '/faults', {
      calls: [{ faults: [{ fault: 'slow-answer', delay_ms: 1 }, { fault: 'error-after-accept' }] }],
    })
    assert.equal(((await control(desk, 'GET', '/faults'))['faults'] as Fields[]).length, 2)
    assert.deepEqual([await send(), await send(), await send()], [429, 500, 201])
    await control(desk, 'POST', '/faults', { fault: 'too-many-requests' })
    await control(desk, 'DELETE', '/faults')
    assert.equal(await send(), 201)
    await control(desk, 'POST', `/phones/${encodeURIComponent(number)}/behaviour`, { code: 21614 })
    assert.equal(await send(), 400)
    await control(desk, 'POST', `/phones/${encodeURIComponent(number)}/behaviour`, {})
    assert.equal(await send(), 201)
    const settings = await control(desk, 'POST', '/settings', {
      rate: { per_second: 1, burst: 0 },
      delays_ms: { sent: 5 },
    })
    assert.deepEqual([(settings['rate'] as Fields)['per_second'], (settings['delays_ms'] as Fields)['sent']], [1, 5])
    assert.equal(await send(), 429)
    await control(desk, 'POST', '/reset', {})
    assert.equal(await send(), 201)
    assert.equal(desk.carrier.requests.length, 1)
  })

  test('turns the clock, templates and senders', async () => {
    await using desk = await openDesk()
    const now = Date.parse(String((await control(desk, 'GET', '/state'))['now']))
    const turned = await control(desk, 'POST', '/clock', { forward_ms: 86_400_000 })
    assert.ok(Date.parse(String(turned['now'])) - now >= 86_400_000)
    assert.ok(Number(turned['turned_ms']) >= 86_400_000)
    const { sid } = await control(desk, 'POST', '/templates', {
      name: 'hi',
      body: 'Hello from us',
      rejection_reason: '',
    })
    const paused = await control(desk, 'POST', `/templates/${sid}`, { status: 'paused' })
    assert.deepEqual([paused['status'], paused['name']], ['paused', 'hi'])
    await control(desk, 'POST', '/senders', { number: '+14155238887', messaging_limit: '1K Customers/24hr' })
    await control(desk, 'POST', '/senders/+14155238887', { status: 'OFFLINE', offline_code: 63020 })
    const { senders, templates } = (await control(desk, 'GET', '/state')) as { senders: Fields[]; templates: Fields[] }
    assert.deepEqual(
      [senders[1]!['status'], senders[1]!['messaging_limit'], templates[0]!['status']],
      ['OFFLINE', '1K Customers/24hr', 'paused'],
    )
    await control(desk, 'POST', '/services', { sid: `MG${'a'.repeat(32)}`, senders: ['+14155238886'] })
    assert.equal((await desk.send({ MessagingServiceSid: `MG${'a'.repeat(32)}`, To: number, Body: 'x' })).status, 201)
    await control(desk, 'POST', '/reset', { everything: true })
    const after = (await control(desk, 'GET', '/state')) as { senders: Fields[]; templates: Fields[]; phones: Fields[] }
    assert.deepEqual([after.senders.length, after.templates.length, after.phones.length], [1, 0, 0])
  })

  test('puts the clock back by hand and with everything else, and nothing has happened in the future', async () => {
    await using desk = await openDesk()
    const path = `/phones/${encodeURIComponent(number)}/messages`
    const aheadMs = async () => Number((await control(desk, 'GET', '/clock'))['turned_ms'])
    await control(desk, 'POST', '/clock', { forward_ms: 48 * 3_600_000 })
    await control(desk, 'POST', path, { to: '+14155238886', body: 'Hi' })
    const back = await control(desk, 'DELETE', '/clock')
    assert.deepEqual([back['turned_ms'], await aheadMs()], [0, 0])
    assert.ok(Math.abs(Date.parse(String(back['now'])) - Date.now()) < 60_000)
    const thread = await control(desk, 'GET', path)
    const [{ created_at }] = thread['messages'] as [{ created_at: string }]
    assert.deepEqual([thread['window_open'], Date.parse(created_at) <= Date.now()], [true, true])
    await control(desk, 'POST', '/clock', { forward_ms: 24 * 3_600_000 })
    assert.equal((await control(desk, 'GET', path))['window_open'], false)
    await control(desk, 'POST', '/reset', {})
    assert.equal(await aheadMs(), 0)
  })

  test('shows what was asked, what was posted, and how numbers behave', async () => {
    await using desk = await openDesk()
    await desk.send({ From: '+14155238886', To: number, Body: 'x', StatusCallback: `${desk.ear.url}/status` })
    await desk.carrier.control.settled()
    const { requests } = (await control(desk, 'GET', '/requests')) as { requests: Fields[] }
    assert.deepEqual(
      [requests[0]!['method'], requests[0]!['status'], requests[0]!['user']],
      ['POST', 201, desk.carrier.accountSid],
    )
    const { webhooks } = (await control(desk, 'GET', '/webhooks?limit=1')) as { webhooks: Fields[] }
    assert.deepEqual([webhooks.length, (webhooks[0]!['form'] as Fields)['MessageStatus']], [1, 'delivered'])
    const { behaviours } = (await control(desk, 'GET', '/behaviours')) as { behaviours: Fields[] }
    assert.ok(behaviours.find(({ suffix }) => suffix === '9963016')!['does'])
    assert.deepEqual((await control(desk, 'GET', '/alarms'))['alarms'], [])
  })

  test('says what is wrong', async () => {
    await using desk = await openDesk()
    const ask = async (method: string, path: string, body?: string) => {
      const reply = await fetch(`${desk.carrier.baseUrl}/sandbox${path}`, {
        method,
        body,
        headers: { 'content-type': 'application/json' },
      })
      return [reply.status, typeof ((await reply.json()) as Fields)['error']]
    }
    assert.deepEqual(await ask('GET', '/nothing'), [404, 'string'])
    const backwards = await control(desk, 'POST', '/clock', { forward_ms: -1 }).catch(({ message }) => message)
    assert.match(String(backwards), /`forward_ms` is a number of milliseconds from 0 on; DELETE puts the clock back\./)
    assert.deepEqual(await ask('POST', '/clock', '{'), [400, 'string'])
    assert.deepEqual(await ask('POST', '/clock', '[]'), [400, 'string'])
    assert.deepEqual(await ask('POST', '/faults', '{}'), [400, 'string'])
    assert.deepEqual(await ask('POST', `/phones/${number}/messages`, '{}'), [400, 'string'])
    assert.deepEqual(await ask('POST', '/templates/nothing', '{"status":"paused"}'), [404, 'string'])
    assert.deepEqual(await ask('POST', '/senders/+1', '{"status":"ONLINE"}'), [404, 'string'])
  })
})

describe('whoever is not on this machine', () => {
  /** `fetch` does not let one say another host. */
  const ask = (desk: Desk, method: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const call = request(`${desk.carrier.baseUrl}/sandbox/reset`, { method, headers }, (reply) => {
        reply.resume()
        resolve(reply.statusCode!)
      })
      call.once('error', reject)
      call.end(method === 'POST' ? '{}' : undefined)
    })

  test('or comes from a page of another site is turned away', async () => {
    await using desk = await openDesk()
    const json = { 'content-type': 'application/json' }
    assert.equal(await ask(desk, 'POST', json), 200)
    assert.equal(await ask(desk, 'POST', { ...json, host: 'evil.example' }), 403)
    assert.equal(await ask(desk, 'POST', { ...json, origin: 'https://evil.example' }), 403)
    assert.equal(await ask(desk, 'POST', { 'content-type': 'text/plain' }), 403)
    assert.equal(await ask(desk, 'GET', { host: 'evil.example:80' }), 403)
    assert.equal(await ask(desk, 'POST', { ...json, origin: desk.carrier.baseUrl }), 200)
  })
})

describe('the page', () => {
  test('is whole in itself, and nothing of others runs in it', async () => {
    await using desk = await openDesk()
    const reply = await fetch(`${desk.carrier.baseUrl}/sandbox`)
    const html = await reply.text()
    const policy = reply.headers.get('content-security-policy')!
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]
    assert.match(policy, /default-src 'none'/)
    assert.ok(html.includes(`<script nonce="${nonce}">`) && html.includes(`<style nonce="${nonce}">`))
    assert.doesNotMatch(html, /innerHTML|insertAdjacentHTML|<script[^>]+src=|<link[^>]+stylesheet|\{\{nonce\}\}/)
  })

  test('is told at once of what happens', async () => {
    await using desk = await openDesk()
    const stream = await fetch(`${desk.carrier.baseUrl}/sandbox/events`)
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = (await reader.read()).value ?? ''
    await desk.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    while (!heard.includes('"type":"message"')) heard += (await reader.read()).value ?? ''
    assert.match(heard, /data: \{"type":"message","sid":"SM/)
    await reader.cancel()
  })
})
