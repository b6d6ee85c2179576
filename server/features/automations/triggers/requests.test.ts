// Tests of requests to webhook triggers: bodies of all kinds, handshakes, and deliveries that are sent again.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { createFlow, latestRuns, settledRun, step, type TestFlow } from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'

/** Paths that are refused. */
const refused = new Set<string>()
const shop = await openReceiver(({ path }) => ({ status: refused.has(path) ? 422 : 200 }))
const parley = await startTestApp({ config: { allowPrivate: [new URL(shop.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})
const owner = await parley.createAccount()

interface Sent {
  method?: string
  body?: string | Uint8Array | FormData
  headers?: Record<string, string>
  search?: string
}

async function send({ url }: Pick<TestFlow, 'url'>, { method = 'POST', body, headers = {}, search = '' }: Sent) {
  const address = `http://localhost${new URL(url).pathname}${search}`
  const init = { method, headers, ...(body !== undefined && { body: body as string }) }
  const response = await parley.fetch(new Request(address, init))
  const text = await response.text()
  return { status: response.status, text, headers: response.headers }
}

const respond = (body: unknown, input: object = {}) => step('answer', 'respond', { body, ...input })
const echo = await createFlow(owner, [respond('{{trigger}}')])
const typed = (type: string) => ({ 'content-type': type })
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** The data of the trigger for a body. */
async function dataOf(body: Sent['body'], headers: Record<string, string> = {}): Promise<unknown> {
  const { status, text } = await send(echo, { headers, ...(body !== undefined && { body }) })
  assert.equal(status, 200, text)
  return JSON.parse(text)
}

describe('the body of a request to a webhook', () => {
  const event = { event: 'Grüße', n: 1 }
  const json = Buffer.from(JSON.stringify(event))

  it('is read as JSON if it is JSON, whatever its media type', async () => {
    const types = ['application/json', 'application/cloudevents+json; charset=utf-8', 'text/plain', 'text/json', 'json']
    for (const type of [...types, 'application/x-www-form-urlencoded', 'application/octet-stream', '*/*'])
      assert.deepEqual(await dataOf(json, typed(type)), event, type)
    assert.deepEqual(await dataOf(json), event)
    assert.deepEqual(await dataOf('[1,"x"]', typed('text/plain')), { body: [1, 'x'] })
    assert.deepEqual(await dataOf('5', typed('application/json')), { body: 5 })
    assert.deepEqual(await dataOf(undefined), {})
    assert.deepEqual(await dataOf(' \n', typed('application/json')), {})
  })

  it('is refused only if it is declared as JSON and is none', async () => {
    for (const type of ['application/json', 'application/vnd.api+json'])
      for (const body of ['{', 'a=1', "{'a':1}", '['.repeat(100) + ']'.repeat(100)])
        assert.equal((await send(echo, { body, headers: typed(type) })).status, 400, body.slice(0, 9))
    assert.deepEqual(await dataOf('{"a":', typed('text/plain')), { body: '{"a":' })
  })

  it('is decoded by its byte order mark, its charset, or what it is', async () => {
    const utf16 = Buffer.from(`\ufeff${JSON.stringify(event)}`, 'utf16le')
    assert.deepEqual(await dataOf(utf16, typed('application/json')), event)
    assert.deepEqual(await dataOf(utf16.swap16(), typed('application/json')), event)
    assert.deepEqual(await dataOf(Buffer.from(`\ufeff${JSON.stringify(event)}`)), event)
    const western = latin1(JSON.stringify(event))
    for (const type of [
      'application/json; charset=windows-1252',
      'application/json; charset="ISO-8859-1"',
      'text/plain',
    ])
      assert.deepEqual(await dataOf(western, typed(type)), event, type)
    const sjis = Buffer.from([0x93, 0xfa, 0x96, 0x7b])
    assert.deepEqual(await dataOf(sjis, typed('text/csv; charset=shift_jis')), { body: '日本' })
    // Many senders name a charset that their text does not have.
    assert.deepEqual(await dataOf(json, typed('application/json; charset=iso-8859-1')), event)
  })

  it('is decompressed', async () => {
    const zipped = { ...typed('application/json'), 'content-encoding': 'gzip' }
    assert.deepEqual(await dataOf(gzipSync(json), zipped), event)
    assert.deepEqual(await dataOf(zstdCompressSync(json), { ...zipped, 'content-encoding': 'zstd' }), event)
    assert.deepEqual(await dataOf(json, zipped), event)
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
    assert.equal((await send(echo, { body: bomb, headers: zipped })).status, 413)
    assert.equal((await send(echo, { body: json, headers: { 'content-encoding': 'lzma' } })).status, 415)
  })

  it('can be a form, whose repeated fields are lists', async () => {
    const form = typed('application/x-www-form-urlencoded')
    assert.deepEqual(await dataOf('SmsStatus=delivered&To=%2B49+30&To=&empty&n=007&__proto__=x', form), {
      SmsStatus: 'delivered',
      To: ['+49 30', ''],
      empty: '',
      n: '007',
      ['__proto__']: 'x',
    })
    assert.deepEqual(await dataOf('payload=%7B%22a%22%3A1%7D&x=100%&y=%C3%A9', form), {
      payload: '{"a":1}',
      x: '100%',
      y: 'é',
    })
    const paypal = 'first_name=J%FCrgen&address=Stra%DFe+5+%80&charset=windows-1252'
    const read = { first_name: 'Jürgen', address: 'Straße 5 €', charset: 'windows-1252' }
    assert.deepEqual(await dataOf(paypal, form), read)
    assert.deepEqual(await dataOf('q=%82%b1', typed('application/x-www-form-urlencoded; charset=Shift_JIS')), {
      q: 'こ',
    })
    assert.equal((await send(echo, { body: '&a='.repeat(2_000), headers: form })).status, 413)
  })

  it('can be a form with files, which are described by name, type and size', async () => {
    const form = new FormData()
    form.append('subject', 'Rechnung für März')
    form.append('tag', 'a')
    form.append('tag', 'b')
    form.append('attachment1', new Blob([Buffer.alloc(300_000)], { type: 'application/pdf' }), 'März.pdf')
    assert.deepEqual(await dataOf(form), {
      subject: 'Rechnung für März',
      tag: ['a', 'b'],
      attachment1: { name: 'März.pdf', type: 'application/pdf', size: 300_000 },
    })
    assert.deepEqual(await dataOf('hello', typed('multipart/form-data')), { body: 'hello' })
    assert.deepEqual(await dataOf('--x\r\nhello', typed('multipart/form-data; boundary=x')), { body: '--x\r\nhello' })
  })

  it('is text otherwise, or the type and size of a file', async () => {
    const xml = '<?xml version="1.0"?><order id="7">Ä</order>'
    assert.deepEqual(await dataOf(xml, typed('application/xml')), { body: xml })
    const declared = latin1('<?xml version="1.0" encoding="iso-8859-1"?><a>Ä</a>')
    assert.deepEqual(await dataOf(declared, typed('text/xml')), {
      body: '<?xml version="1.0" encoding="iso-8859-1"?><a>Ä</a>',
    })
    assert.deepEqual(await dataOf('00123', typed('text/plain')), { body: '00123' })
    assert.deepEqual(await dataOf('{"a":1}\n{"a":2}', typed('application/x-ndjson')), { body: '{"a":1}\n{"a":2}' })
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0])
    assert.deepEqual(await dataOf(png, typed('image/png')), { body: { type: 'image/png', size: 11 } })
  })

  it('may have up to a megabyte', async () => {
    assert.deepEqual(await dataOf(JSON.stringify({ a: 'x'.repeat(900_000) })), { a: 'x'.repeat(900_000) })
    assert.equal((await send(echo, { body: 'x'.repeat(1_100_000) })).status, 413)
  })

  it('of any form keeps the names and values of its fields', async () => {
    const field = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed())
    const fields = fc.uniqueArray(fc.tuple(field, field), { maxLength: 5, selector: ([name]) => name })
    const asked = fc.asyncProperty(fields, async (given) => {
      const body = `a=1&${new URLSearchParams(given.filter(([name]) => name !== 'a' && !/charset/.test(name)))}`
      // The response of a flow is trimmed.
      const expected = Object.fromEntries([...new URLSearchParams(body)].map(([name, text]) => [name, text.trim()]))
      assert.deepEqual(await dataOf(body, typed('application/x-www-form-urlencoded')), expected)
    })
    await fc.assert(asked, { numRuns: 40 })
  })

  it('keeps the digits of its numbers in the run, in steps, and in the response', async () => {
    const flow = await createFlow(owner, [
      step('post', 'http_request', {
        method: 'POST',
        url: `${shop.url}/n`,
        query: { id: '{{trigger.id}}', zip: '01067' },
        body: { id: '{{trigger.id}}', list: '{{trigger.list}}' },
      }),
      step('code', 'code', { source: 'return { next: input + 1n }', input: '{{trigger.id}}' }),
      respond({ id: '{{trigger.id}}', text: 'no. {{trigger.id}}', next: '{{steps.code.output.next}}' }),
    ])
    const body = '{"id":1234567890123456789,"list":[-98765432109876543210]}'
    const { text } = await send(flow, { body, headers: typed('application/json') })
    assert.equal(text, '{"id":1234567890123456789,"text":"no. 1234567890123456789","next":1234567890123456790}')
    const received = shop.requests.find(({ path }) => path.startsWith('/n'))!
    assert.equal(received.path, '/n?id=1234567890123456789&zip=01067')
    assert.equal(received.body.toString(), body)
    const [latest] = await latestRuns(flow)
    const run = await settledRun(flow, latest!.id)
    assert.deepEqual(run.trigger, { id: 1234567890123456789n, list: [-98765432109876543210n] })
    assert.equal(JSON.stringify(run.response), text)
  })
})

describe('a flow that refers to the request', () => {
  it('gets the method, the query and the headers, with secrets masked', async () => {
    const body = { m: '{{trigger.method}}', q: '{{trigger.query}}', h: '{{trigger.headers}}', all: '{{trigger}}' }
    const flow = await createFlow(owner, [respond(body)])
    const headers = {
      ...typed('application/json'),
      'x-github-event': 'push',
      authorization: 'Bearer abc',
      cookie: 'sid=abc',
      'x-hub-signature-256': 'sha256=abc',
      'x-gitlab-token': 'abc',
      'x-shopify-hmac-sha256': 'abc',
      'x-api-key': 'abc',
    }
    const { text } = await send(flow, {
      method: 'PUT',
      body: '{"a":1}',
      headers,
      search: '?source=crm&tag=a&tag=b%20c&Token=abc&api_key=abc&api_key=abc',
    })
    const { m, q, h, all } = JSON.parse(text)
    assert.deepEqual(
      [m, q],
      ['PUT', { source: 'crm', tag: ['a', 'b c'], Token: '********', api_key: ['********', '********'] }],
    )
    assert.deepEqual(all, { a: 1, method: m, query: q, headers: h })
    assert.equal(h['x-github-event'], 'push')
    assert.doesNotMatch(text, /abc/)
  })

  it('finds the fields of the body first, and the request under `request`', async () => {
    const names = { method: '{{trigger.method}}', verb: '{{trigger.request.method}}' }
    const flow = await createFlow(owner, [respond({ ...names, query: '{{default(trigger.query.a, "none")}}' })])
    const body = '{"method":"tools/call","query":{"a":1}}'
    const { text } = await send(flow, { body, search: '?a=2' })
    assert.deepEqual(JSON.parse(text), { method: 'tools/call', verb: 'POST', query: 1 })
  })

  it('can be tested and started by hand without a request', async () => {
    const flow = await createFlow(owner, [respond('{{trigger.method}} {{trigger.a}}')], { sample: { a: 1 } })
    assert.equal(flow.status, 'active')
    assert.equal(flow.response, 'POST 1')
  })
})

describe('a handshake', () => {
  it('of Meta and Dropbox is answered with the challenge as text', async () => {
    const flow = await createFlow(owner, [
      step('check', 'condition', {
        if: 'trigger.method == "GET" && default(trigger.query["hub.verify_token"], "") == "mine"',
        then: [step('challenge', 'respond', { body: '{{trigger.query["hub.challenge"]}}' })],
        else: [step('other', 'respond', { status: 403, body: { message: 'no' } })],
      }),
    ])
    const search = '?hub.mode=subscribe&hub.challenge=0987654321&hub.verify_token='
    const answer = await send(flow, { method: 'GET', search: `${search}mine` })
    assert.deepEqual([answer.status, answer.text], [200, '0987654321'])
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal((await send(flow, { method: 'GET', search: `${search}other` })).status, 403)
  })

  it('of Microsoft Graph is a POST request that is answered with text', async () => {
    const answer = respond('{{trigger.query.validationToken}}', { content_type: 'text/plain' })
    const flow = await createFlow(owner, [answer])
    const token = 'Validation: <b>a+b</b>'
    const sent = { headers: typed('text/plain'), search: `?validationToken=${encodeURIComponent(token)}` }
    const { text, headers } = await send(flow, sent)
    assert.deepEqual([text, headers.get('content-type')], [token, 'text/plain; charset=utf-8'])
  })

  it('of Slack and Zoom is answered with JSON', async () => {
    const slack = await createFlow(owner, [respond({ challenge: '{{trigger.challenge}}' })])
    const challenge = { type: 'url_verification', token: 'x', challenge: '3eZbrw' }
    assert.equal((await send(slack, { body: JSON.stringify(challenge) })).text, '{"challenge":"3eZbrw"}')
    const zoom = await createFlow(owner, [
      respond({
        plainToken: '{{trigger.payload.plainToken}}',
        encryptedToken: '{{hmacSha256(trigger.payload.plainToken, "secret")}}',
      }),
    ])
    const { text } = await send(zoom, { body: '{"event":"endpoint.url_validation","payload":{"plainToken":"qgg8"}}' })
    assert.match(text, /^\{"plainToken":"qgg8","encryptedToken":"[\da-f]{64}"\}$/)
  })

  it('starts no run of a flow that does not refer to the request, and never with HEAD', async () => {
    const flow = await createFlow(owner, [respond('{{trigger}}')])
    for (const method of ['GET', 'HEAD']) assert.equal((await send(flow, { method, search: '?a=1' })).status, 200)
    const asking = await createFlow(owner, [respond('{{trigger.query.a}}')])
    assert.equal((await send(asking, { method: 'HEAD' })).status, 200)
    assert.deepEqual([await latestRuns(flow), await latestRuns(asking)], [[], []])
  })

  it('can be answered with any media type, and browsers run nothing', async () => {
    const flow = await createFlow(owner, [respond('<Response/>', { content_type: 'text/xml' })])
    const { text, headers } = await send(flow, { body: 'From=%2B1' })
    assert.deepEqual([text, headers.get('content-type')], ['<Response/>', 'text/xml; charset=utf-8'])
    assert.match(headers.get('content-security-policy')!, /^sandbox;/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    for (const type of ['text', 'text/html\r\nx: y', 'text/html; charset=utf-7'])
      await assert.rejects(createFlow(owner, [respond('x', { content_type: type })]))
  })
})

describe('a delivery that is sent again', () => {
  const stripe = '{"id":"evt_1MqqbKLt4dXK03v5qaIbiNCC","object":"event","type":"charge.succeeded"}'
  const slack = '{"type":"event_callback","event_id":"Ev0PV52K25","event":{"type":"message"}}'
  const senders: [string, Sent][] = [
    ['Standard Webhooks', { headers: { 'webhook-id': 'msg_1' } }],
    ['Svix', { headers: { 'svix-id': 'msg_1' } }],
    ['an idempotency key', { headers: { 'idempotency-key': '"8e03978e"' } }],
    ['GitHub', { headers: { 'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' } }],
    ['Shopify', { headers: { 'x-shopify-webhook-id': 'b54557e4' } }],
    ['Twilio', { headers: { 'i-twilio-idempotency-token': 'c0ffee' } }],
    ['Amazon SNS', { headers: { 'x-amz-sns-message-id': '22b80b92' } }],
    ['CloudEvents', { body: '{"specversion":"1.0","id":"A-1","source":"/orders"}' }],
    ['Stripe', { body: stripe }],
    ['Slack', { body: slack }],
    ['PayPal', { body: '{"id":"WH-2WR32451HC0233532","event_type":"PAYMENT.SALE.COMPLETED"}' }],
    ['Square', { body: '{"merchant_id":"6SSW7","event_id":"5e6a1b2c","type":"payment.updated"}' }],
    [
      'Google Pub/Sub',
      { body: '{"subscription":"projects/p/subscriptions/s","message":{"messageId":"136969346945"}}' },
    ],
  ]

  for (const [sender, sent] of senders)
    it(`of ${sender} starts one run`, async () => {
      const flow = await createFlow(owner, [step('copy', 'set', { values: { a: 1 } })])
      const other = await createFlow(owner, [step('copy', 'set', { values: { a: 1 } })])
      const answers = await Promise.all(Array.from({ length: 4 }, () => send(flow, sent)))
      const bodies = answers.map(({ status, text }) => {
        assert.equal(status, 200)
        return JSON.parse(text)
      })
      assert.equal(new Set(bodies.map(({ run_id }) => run_id)).size, 1)
      assert.equal(bodies.filter(({ duplicate }) => duplicate === true).length, 3)
      await send(other, sent)
      assert.deepEqual([(await latestRuns(flow)).length, (await latestRuns(other)).length], [1, 1])
    })

  it('is none without an id, or with another one', async () => {
    const flow = await createFlow(owner, [step('copy', 'set', { values: { a: 1 } })])
    const ids = [{}, {}, { 'webhook-id': 'a' }, { 'webhook-id': 'b' }, { 'svix-id': 'a' }, { 'webhook-id': ' ' }]
    for (const headers of ids as Record<string, string>[]) await send(flow, { body: '{"id":"evt_1"}', headers })
    await send(flow, { body: '{"id":"x","object":"event","event_id":"Ev1"}' })
    assert.equal((await latestRuns(flow)).length, 7)
  })

  it('gets the response of the run', async () => {
    const flow = await createFlow(owner, [respond({ order: '{{trigger.n}}' }, { status: 201 })])
    const first = await send(flow, { body: '{"n":1}', headers: { 'idempotency-key': 'k' } })
    await until(async () => (await latestRuns(flow))[0]!.status === 'SUCCEEDED')
    const second = await send(flow, { body: '{"n":1}', headers: { 'idempotency-key': 'k' } })
    assert.deepEqual([first.status, first.text], [201, '{"order":1}'])
    assert.deepEqual([second.status, second.text], [201, '{"order":1}'])
    assert.deepEqual(
      [first, second].map(({ headers }) => headers.get('idempotent-replayed')),
      [null, 'true'],
    )
    assert.equal((await latestRuns(flow)).length, 1)
  })

  it('continues a run that has failed with its failed step', async () => {
    const flow = await createFlow(owner, [
      step('first', 'http_request', { method: 'POST', url: `${shop.url}/first/{{trigger.id}}` }),
      step('second', 'http_request', { method: 'POST', url: `${shop.url}/second/{{trigger.id}}` }),
      respond('done'),
    ])
    const id = crypto.randomUUID()
    const sent = { body: JSON.stringify({ id }), headers: { 'x-github-delivery': id } }
    const received = () => shop.requests.filter(({ path }) => path.endsWith(id)).map(({ path }) => path.split('/')[1])
    refused.add(`/second/${id}`)
    assert.equal((await send(flow, sent)).status, 500)
    refused.clear()
    const again = await send(flow, sent)
    assert.deepEqual([again.status, again.text], [200, '"done"'])
    assert.deepEqual(received(), ['first', 'second', 'second'])
    const [run, ...others] = await latestRuns(flow)
    assert.deepEqual([(await settledRun(flow, run!.id)).status, others], ['SUCCEEDED', []])
  })

  it('starts another run if the flow has refused it', async () => {
    const flow = await createFlow(owner, [respond('later', { status: '{{int(trigger.query.status)}}' })])
    const headers = { 'webhook-id': 'msg_9' }
    const first = await send(flow, { headers, search: '?status=503' })
    await until(async () => (await latestRuns(flow))[0]!.status === 'SUCCEEDED')
    const second = await send(flow, { headers, search: '?status=200' })
    await until(async () => (await latestRuns(flow)).every(({ status }) => status === 'SUCCEEDED'))
    const third = await send(flow, { headers, search: '?status=500' })
    assert.deepEqual([first.status, second.status, third.status], [503, 200, 200])
    assert.equal((await latestRuns(flow)).length, 2)
  })

  it('is recognized in the queue', async () => {
    const trigger = { type: 'webhook', input: { max_running: 1, overflow: 'queue' } }
    const gate = Promise.withResolvers<object>()
    await using slow = await openReceiver(() => gate.promise)
    await using other = await startTestApp({ config: { allowPrivate: [new URL(slow.url).host] } })
    const get = step('get', 'http_request', { method: 'GET', url: slow.url })
    const flow = await createFlow(await other.createAccount(), [get], { trigger })
    const post = async (id: string) => {
      const headers = { 'webhook-id': id }
      const response = await other.fetch(
        new Request(`http://localhost${new URL(flow.url).pathname}`, { method: 'POST', headers }),
      )
      return ((await response.json()) as { duplicate?: boolean }).duplicate ?? false
    }
    assert.deepEqual([await post('a'), await post('b'), await post('b'), await post('a')], [false, false, true, true])
    gate.resolve({})
    await other.runJobs()
    await until(async () => (await latestRuns(flow)).every(({ status }) => status === 'SUCCEEDED'))
    assert.equal((await latestRuns(flow)).length, 2)
  })
})
