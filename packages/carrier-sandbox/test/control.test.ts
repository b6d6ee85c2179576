// Tests of the control API, its access rules and the control page.
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { describe, test } from 'node:test'
import { controlRoutes } from '../src/control/routes.ts'
import { rejectionReason } from '../src/control/same-machine.ts'
import { customer, number, request, sender, service, smsSender, startTestSandbox, type TestSandbox } from './harness.ts'

const thread = `/phones/${encodeURIComponent(number)}/messages`
const behaviour = `/phones/${encodeURIComponent(number)}/behaviour`

const ask = (sandbox: TestSandbox, method: string, path: string, body?: Record<string, unknown>) =>
  request(method, `${sandbox.carrier.baseUrl}/sandbox${path}`, body)

async function control(...call: Parameters<typeof ask>) {
  const { status, body } = await ask(...call)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

describe('the control API', () => {
  test('sends messages as a phone and shows its thread', async () => {
    await using sandbox = await startTestSandbox()
    const media = [{ content_type: 'image/png', base64: btoa('png'), filename: 'a.png' }]
    const sent = await control(sandbox, 'POST', thread, { to: smsSender, body: 'Hi', button_payload: 'p', media })
    assert.deepEqual([sent.webhook, sent.from, sent.media.length], [204, customer, 1])
    assert.equal(sandbox.receiver.received[0]!.form['ButtonPayload'], 'p')
    await sandbox.send({ From: sender, To: customer, Body: 'Hello' })
    await sandbox.carrier.control.settled()
    const { window_open, messages } = await control(sandbox, 'GET', thread)
    const shown = messages.map(({ body, status }: Record<string, string>) => `${body} ${status}`)
    assert.deepEqual([window_open, ...shown], [true, 'Hi received', 'Hello read'])
    const { phones } = await control(sandbox, 'GET', '/phones')
    assert.deepEqual([phones.length, phones[0].number], [1, number])
    const file = await ask(sandbox, 'GET', `/media/${sent.media[0].sid}`)
    assert.deepEqual([file.status, file.headers.get('x-content-type-options')], [200, 'nosniff'])
    assert.deepEqual(await control(sandbox, 'POST', `/messages/${sent.sid}/redeliver`, {}), { webhook: 204 })
  })

  test('sets and clears faults, behaviours and settings', async () => {
    await using sandbox = await startTestSandbox()
    const send = async () => (await sandbox.send({ From: sender, To: customer, Body: 'x' })).status
    await control(sandbox, 'POST', '/faults', { fault: 'too-many-requests' })
    const slow = { faults: [{ fault: 'slow-answer', delay_ms: 1 }, { fault: 'error-after-accept' }] }
    await control(sandbox, 'POST', '/faults', { calls: [slow] })
    assert.equal((await control(sandbox, 'GET', '/faults')).faults.length, 2)
    assert.deepEqual([await send(), await send(), await send()], [429, 500, 201])
    await control(sandbox, 'POST', '/faults', { fault: 'too-many-requests' })
    await control(sandbox, 'DELETE', '/faults')
    assert.equal(await send(), 201)
    await control(sandbox, 'POST', behaviour, { code: 21614 })
    assert.equal(await send(), 400)
    await control(sandbox, 'POST', behaviour, {})
    assert.equal(await send(), 201)
    const change = { rate: { per_second: 1, burst: 0 }, delays_ms: { sent: 5 } }
    const { rate, delays_ms } = await control(sandbox, 'POST', '/settings', change)
    assert.deepEqual([rate.per_second, delays_ms.sent], [1, 5])
    assert.equal(await send(), 429)
    await control(sandbox, 'POST', '/reset', {})
    assert.equal(await send(), 201)
    assert.equal(sandbox.carrier.requests.length, 1)
  })

  test('turns the clock and changes templates and senders', async () => {
    await using sandbox = await startTestSandbox()
    const before = await control(sandbox, 'GET', '/state')
    const turned = await control(sandbox, 'POST', '/clock', { forward_ms: 86_400_000 })
    assert.ok(Date.parse(turned.now) - Date.parse(before.now) >= 86_400_000)
    assert.equal(turned.turned_ms, 86_400_000)
    const template = { name: 'hi', body: 'Hello from us', rejection_reason: '' }
    const { sid } = await control(sandbox, 'POST', '/templates', template)
    const paused = await control(sandbox, 'POST', `/templates/${sid}`, { status: 'paused' })
    assert.deepEqual([paused.status, paused.name], ['paused', 'hi'])
    await control(sandbox, 'POST', '/senders', { number: '+14155238887', messaging_limit: '1K Customers/24hr' })
    await control(sandbox, 'POST', '/senders/+14155238887', { status: 'OFFLINE', offline_code: 63020 })
    const { senders, templates } = await control(sandbox, 'GET', '/state')
    assert.deepEqual(
      [senders[1].status, senders[1].messaging_limit, templates[0].status],
      ['OFFLINE', '1K Customers/24hr', 'paused'],
    )
    await control(sandbox, 'POST', '/services', { sid: service, senders: [smsSender] })
    assert.equal((await sandbox.send({ MessagingServiceSid: service, To: number, Body: 'x' })).status, 201)
    await control(sandbox, 'POST', '/reset', { everything: true })
    const after = await control(sandbox, 'GET', '/state')
    assert.deepEqual([after.senders.length, after.templates.length, after.phones.length], [1, 0, 0])
  })

  test('resets the clock, after which no time is in the future', async () => {
    await using sandbox = await startTestSandbox()
    const aheadMs = async () => (await control(sandbox, 'GET', '/clock')).turned_ms
    await control(sandbox, 'POST', '/clock', { forward_ms: 48 * 3_600_000 })
    await control(sandbox, 'POST', thread, { to: smsSender, body: 'Hi' })
    const back = await control(sandbox, 'DELETE', '/clock')
    assert.deepEqual([back.turned_ms, await aheadMs()], [0, 0])
    assert.ok(Math.abs(Date.parse(back.now) - Date.now()) < 60_000)
    const { window_open, messages } = await control(sandbox, 'GET', thread)
    assert.deepEqual([window_open, Date.parse(messages[0].created_at) <= Date.now()], [true, true])
    await control(sandbox, 'POST', '/clock', { forward_ms: 24 * 3_600_000 })
    assert.equal((await control(sandbox, 'GET', thread)).window_open, false)
    await control(sandbox, 'POST', '/reset', {})
    assert.equal(await aheadMs(), 0)
  })

  test('lists requests, webhooks, alarms and the behaviours of numbers', async () => {
    await using sandbox = await startTestSandbox()
    await sandbox.send({ From: smsSender, To: number, Body: 'x', StatusCallback: `${sandbox.receiver.url}/status` })
    await sandbox.carrier.control.settled()
    const { method, status, user } = (await control(sandbox, 'GET', '/requests')).requests[0]
    assert.deepEqual([method, status, user], ['POST', 201, sandbox.carrier.accountSid])
    const { webhooks } = await control(sandbox, 'GET', '/webhooks?limit=1')
    assert.deepEqual([webhooks.length, webhooks[0].form.MessageStatus], [1, 'delivered'])
    const { behaviours } = await control(sandbox, 'GET', '/behaviours')
    assert.ok(behaviours.find(({ suffix }: { suffix: string }) => suffix === '9963016').does)
    assert.deepEqual((await control(sandbox, 'GET', '/alarms')).alarms, [])
  })

  test('returns errors as JSON', async () => {
    await using sandbox = await startTestSandbox()
    for (const [method, path, body, status] of [
      ['GET', '/nothing', undefined, 404],
      ['POST', '/clock', '{', 400],
      ['POST', '/clock', '[]', 400],
      ['POST', '/faults', '{}', 400],
      ['POST', `/phones/${number}/messages`, '{}', 400],
      ['POST', '/templates/nothing', '{"status":"paused"}', 404],
      ['POST', '/senders/+1', '{"status":"ONLINE"}', 404],
    ] as const) {
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(`${sandbox.carrier.baseUrl}/sandbox${path}`, { method, body, headers })
      const { error } = (await reply.json()) as { error: unknown }
      assert.deepEqual([reply.status, typeof error], [status, 'string'], path)
    }
    const { status, body } = await ask(sandbox, 'POST', '/clock', { forward_ms: -1 })
    const error = '`forward_ms` must be a number of milliseconds, at least 0. DELETE resets the clock.'
    assert.deepEqual([status, body], [400, { error }])
  })
})

const broken: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  'x',
  '\u0000',
  true,
  [],
  [{}],
  {},
  { a: 1 },
  { __proto__: 1 },
]

describe('a body that does not fit', () => {
  const hostile = controlRoutes.filter(([method]) => method === 'POST').map(([, path]) => path)

  test('is refused with what is wrong, and changes nothing', async () => {
    await using sandbox = await startTestSandbox()
    const before = await control(sandbox, 'GET', '/state')
    for (const [path, body, error] of [
      ['/senders', {}, /`number`/],
      ['/senders', { number: 'Bakery' }, /`number`: must be a phone number/],
      ['/numbers', {}, /`phone_number`/],
      ['/numbers', { phone_number: '4155550100' }, /`phone_number`: must be a phone number/],
      ['/numbers', { phone_number: '+14155550100', voice_method: 'CONNECT' }, /`voice_method`/],
      ['/services', { sid: service }, /`senders`/],
      ['/services', { sid: 'MG1', senders: [] }, /`sid`/],
      ['/templates', { body: 'Hi' }, /`name`/],
      ['/templates', { name: 'hi', types: 'twilio/text' }, /`types`/],
      ['/calls', { from: number }, /`to`/],
      [thread, { body: 'Hi' }, /`to`/],
      [thread, { to: smsSender, media: [{ content_type: 'image/png' }] }, /`media.0.base64`/],
      [thread, { to: smsSender, times: 1e9 }, /`times`/],
      ['/faults', { fault: 'none' }, /names of faults/],
      ['/faults', { calls: [{ faults: [{ fault: 'fail', delay_ms: 'x' }] }] }, /names of faults/],
      ['/settings', { delays_ms: { sent: '5' } }, /`delays_ms.sent`/],
      ['/settings', { numbers: 'all' }, /`numbers`/],
      ['/clock', { forward_ms: 1e17 }, /beyond the year 2200/],
      [`/phones/${number}/call-behaviour`, { steps: [{ say: 5 }] }, /`steps.0.say`/],
      [`/phones/${number}/call-behaviour`, { pick_up: 'maybe' }, /`pick_up`/],
      ['/reset', { everything: 'yes' }, /`everything`/],
    ] as const) {
      const { status, body: answer } = await ask(sandbox, 'POST', path, body)
      assert.equal(status, 400, path)
      assert.match(answer.error, error)
    }
    const { now: _before, ...state } = before
    const { now: _after, ...after } = await control(sandbox, 'GET', '/state')
    assert.deepEqual(after, state)
  })

  test('is always answered, whatever it is', async () => {
    await using sandbox = await startTestSandbox()
    const fields = [
      'number',
      'phone_number',
      'sid',
      'senders',
      'name',
      'from',
      'to',
      'faults',
      'calls',
      'forward_ms',
      'keys',
    ]
    const bodies = broken.flatMap((value) => [value, ...fields.map((field) => ({ [field]: value }))])
    for (const path of hostile)
      for (const body of bodies) {
        const url = `${sandbox.carrier.baseUrl}/sandbox${path.replace(':id', encodeURIComponent(number))}`
        const headers = { 'content-type': 'application/json' }
        const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
        await reply.arrayBuffer()
        assert.ok(reply.status < 500, `${path} ${JSON.stringify(body)} ${reply.status}`)
      }
    const { numbers, senders } = await control(sandbox, 'GET', '/state')
    for (const one of [...(numbers ?? []), ...senders]) assert.match(JSON.stringify(one), /\+\d/)
  })
})

test('a container accepts requests of its machine, for a loopback name, and no requests of public addresses', () => {
  const rejects = (remoteAddress: string, host = '127.0.0.1:8099') =>
    rejectionReason({ socket: { remoteAddress }, headers: { host }, method: 'GET' } as never) !== undefined
  for (const near of ['127.0.0.1', '::ffff:127.0.0.1', '::1', '172.18.0.1', '::ffff:192.168.65.1', 'fd00::1'])
    assert.equal(rejects(near), false, near)
  for (const far of ['8.8.8.8', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700::1', ''])
    assert.equal(rejects(far), true, far)
  assert.equal(rejects('172.18.0.1', 'evil.example'), true)
})

test('a request to the control API of another host or from a page of another site is rejected', async () => {
  await using sandbox = await startTestSandbox()
  const { baseUrl } = sandbox.carrier
  const json = { 'content-type': 'application/json' }
  for (const [method, headers, status] of [
    ['POST', json, 200],
    ['POST', { ...json, host: 'evil.example' }, 403],
    ['POST', { ...json, origin: 'https://evil.example' }, 403],
    ['POST', { 'content-type': 'text/plain' }, 403],
    ['GET', { host: 'evil.example:80' }, 403],
    ['POST', { ...json, origin: baseUrl }, 200],
  ] as const) {
    // `fetch` cannot set the Host header.
    const actual = await new Promise((resolve, reject) => {
      const call = httpRequest(`${baseUrl}/sandbox/reset`, { method, headers }, (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
      call.once('error', reject).end(method === 'POST' ? '{}' : undefined)
    })
    assert.equal(actual, status, JSON.stringify(headers))
  }
})

describe('the control page', () => {
  test('loads nothing from other hosts, and its policy forbids foreign scripts', async () => {
    await using sandbox = await startTestSandbox()
    const { headers, body: html } = await ask(sandbox, 'GET', '')
    const policy = headers.get('content-security-policy')!
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]
    assert.match(policy, /default-src 'none'/)
    assert.ok(html.includes(`<script type="module" nonce="${nonce}">`) && html.includes(`<style nonce="${nonce}">`))
    assert.doesNotMatch(
      html,
      /innerHTML|insertAdjacentHTML|<script[^>]+src=|stylesheet" href="(?!\/sandbox\/)|\{\{nonce\}\}/,
    )
  })

  test('receives events as a stream', async () => {
    await using sandbox = await startTestSandbox()
    const stream = await fetch(`${sandbox.carrier.baseUrl}/sandbox/events`)
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let received = (await reader.read()).value ?? ''
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    while (!/data: \{"type":"message","sid":"SM/.test(received)) received += (await reader.read()).value ?? ''
    await reader.cancel()
  })
})
