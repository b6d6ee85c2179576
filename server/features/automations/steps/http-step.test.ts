// Tests of HTTP requests of automations: what is sent, what is kept, how they fail, and that secrets are masked.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertFails, runStep } from '#testing/automations/steps.ts'
import { type AnswerRequest, openReceiver } from '#testing/emulators/receiver.ts'

const parley = await startTestApp({ config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())
const owner = await parley.createAccount()

type Options = Omit<Parameters<typeof runStep>[3], 'input'>

const request = (input: Record<string, unknown>, options: Options = {}) =>
  runStep(parley, owner, 'http_request', { input, ...options })

const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })

async function connect(fields: { token: string; allowed_hosts?: string[] }): Promise<string> {
  const name = crypto.randomUUID()
  await owner.client.connections.create({ name, type: 'bearer', ...fields })
  return name
}

describe('an HTTP request of a step', () => {
  it('sends the method, query, headers and body with the key of the effect, and returns the response', async () => {
    await using service = await openReceiver(() => json({ id: 7, tags: ['a', null] }))
    const effectKey = crypto.randomUUID()
    const url = `${service.url}/orders?page=1`
    const query = { q: 'a b', page: 2, open: true }
    const headers = { 'X-Team': 'sales', 'Idempotency-Key': 'other' }
    const body = { name: 'Ann', items: [1, { count: 2 }] }
    const output = await request({ method: 'POST', url, query, headers, body }, { effectKey })
    assert.deepEqual(output, {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { id: 7, tags: ['a', null] },
    })
    const [received] = service.requests
    assert.deepEqual([received!.method, received!.path], ['POST', '/orders?page=1&q=a+b&page=2&open=true'])
    assert.equal(received!.headers['idempotency-key'], effectKey)
    assert.deepEqual([received!.headers['x-team'], received!.headers['content-type']], ['sales', 'application/json'])
    assert.deepEqual(JSON.parse(received!.body.toString()), body)
  })

  it('reads the response in its encoding, and keeps the digits of its numbers', async () => {
    const answers: [string | undefined, Buffer, unknown][] = [
      ['application/json; charset=windows-1252', Buffer.from('{"a":"\x80 Stra\xdfe"}', 'latin1'), { a: '€ Straße' }],
      ['text/plain; charset=euc-kr', Buffer.from([0xbc, 0xad, 0xbf, 0xef]), '서울'],
      ['text/html', Buffer.from('<meta charset=iso-8859-2><p>\xb1', 'latin1'), '<meta charset=iso-8859-2><p>ą'],
      ['application/json', Buffer.from('\ufeff{"a":"ü"}', 'utf16le'), { a: 'ü' }],
      ['application/json; charset=latin1', Buffer.from('{"a":"日本語"}'), { a: '日本語' }],
      [
        undefined,
        Buffer.from('[12345678901234567890, 0.1, -9007199254740993]'),
        [12345678901234567890n, 0.1, -9007199254740993n],
      ],
    ]
    await using service = await openReceiver((_, number) => {
      const [type, body] = answers[number - 1]!
      return { body, ...(type !== undefined && { headers: { 'content-type': type } }) }
    })
    for (const [, , expected] of answers)
      assert.deepEqual((await request({ method: 'GET', url: service.url }))['body'], expected)
    await using failing = await openReceiver(() => ({
      status: 404,
      headers: { 'content-type': 'text/plain; charset=iso-8859-1' },
      body: Buffer.from('Keine Gr\xf6\xdfe', 'latin1'),
    }))
    await assertFails(request({ method: 'GET', url: failing.url }), {
      classification: 'missing_record',
      message: /404: Keine Größe/,
    })
  })

  it('returns text as text, and JSON that is nested too deeply too', async () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`
    const answers = [
      { headers: { 'content-type': 'text/plain' }, body: '{"a":1}' },
      { headers: { 'content-type': 'application/json' }, body: '{"a":' },
      { headers: { 'content-type': 'application/json' }, body: deep },
      { headers: { 'content-type': 'application/json' }, body: 'null' },
      { body: 'a\u0000b' },
    ]
    await using service = await openReceiver((_, number) => answers[number - 1]!)
    const bodies: unknown[] = []
    for (const _ of answers) bodies.push((await request({ method: 'GET', url: service.url }))['body'])
    assert.deepEqual(bodies, ['{"a":1}', '{"a":', deep, null, 'ab'])
  })

  it('keeps a megabyte of a longer response', async () => {
    await using service = await openReceiver(() => ({ body: JSON.stringify('x'.repeat(3 * 2 ** 20)) }))
    const { body, truncated } = await request({ method: 'GET', url: service.url })
    assert.deepEqual([(body as string).length, truncated], [2 ** 20, true])
  })

  it('follows redirects of GET only', async () => {
    await using service = await openReceiver(({ path }) =>
      path === '/new' ? json('moved') : { status: 302, headers: { location: '/new' } },
    )
    assert.equal((await request({ method: 'GET', url: service.url }))['body'], 'moved')
    const { status, headers } = await request({ method: 'POST', url: service.url })
    assert.deepEqual([status, headers], [302, { location: '/new' }])
    assert.equal(service.requests.length, 3)
  })

  it('fails with the class and the retries that its status and its method call for', async () => {
    const known = { isRetryable: true }
    const inDoubt = { isInDoubt: true }
    const cases: [string, number, object][] = [
      ['GET', 400, { classification: 'wiring_error' }],
      ['GET', 401, { classification: 'missing_connection' }],
      ['GET', 403, { classification: 'wiring_error' }],
      ['POST', 404, { classification: 'missing_record' }],
      ['DELETE', 410, { classification: 'missing_record' }],
      ['POST', 408, { classification: 'wiring_error', ...inDoubt }],
      ['POST', 425, { classification: 'wiring_error', ...known }],
      ['POST', 429, { classification: 'wiring_error', ...known }],
      ['POST', 503, { classification: 'wiring_error', ...inDoubt }],
      ['GET', 500, { classification: 'wiring_error', ...known }],
      ['PUT', 502, { classification: 'wiring_error', ...known, ...inDoubt }],
      ['POST', 500, { classification: 'wiring_error', ...inDoubt }],
      ['PATCH', 504, { classification: 'wiring_error', ...inDoubt }],
    ]
    for (const [method, status, expected] of cases) {
      await using service = await openReceiver(() => ({ status, body: 'The\u0000 reason' }))
      const doubt = 'isInDoubt' in expected ? ', and the request may already have had its effect' : ''
      const message = `127.0.0.1 answered with status ${status}${doubt}: The reason`
      await assertFails(request({ method, url: service.url }), {
        message,
        ...(expected as { classification: 'wiring_error' }),
      })
    }
  })

  it('that may have been sent is not sent again, unless the service recognizes it', async () => {
    await using service = await openReceiver()
    const effectKey = crypto.randomUUID()
    const again = (input: object) => request({ url: service.url, ...input }, { effectKey, isResumed: true })
    for (const method of ['POST', 'PATCH'])
      await assertFails(again({ method }), {
        classification: 'wiring_error',
        message: /^The request may already have been sent/,
        isInDoubt: true,
      })
    assert.equal(service.requests.length, 0)
    await again({ method: 'POST', idempotent: true })
    await again({ method: 'PUT' })
    await again({ method: 'GET' })
    assert.deepEqual(
      service.requests.map(({ headers }) => headers['idempotency-key']),
      [effectKey, effectKey, effectKey],
    )
  })

  it('fails in doubt without a response, and without doubt if there is no connection', async () => {
    const hold = Promise.withResolvers<object>()
    await using service = await openReceiver(() => hold.promise)
    const late = { message: /did not answer in time/, classification: 'wiring_error' } as const
    const slow = { url: service.url, timeout_seconds: 1 }
    await Promise.all([
      assertFails(request({ method: 'POST', ...slow }), { ...late, isInDoubt: true }),
      assertFails(request({ method: 'PUT', ...slow }), { ...late, isInDoubt: true, isRetryable: true }),
      assertFails(request({ method: 'GET', ...slow }), { ...late, isRetryable: true }),
    ])
    hold.resolve({})
    const away = { message: /could not be reached/, classification: 'wiring_error', isRetryable: true } as const
    await assertFails(request({ method: 'POST', url: 'http://127.0.0.1:9/' }), away)
    const refused = { message: /is private or reserved/, classification: 'wiring_error' } as const
    await assertFails(request({ method: 'POST', url: 'http://169.254.169.254/' }), refused)
  })

  it('is limited in the size of its body', async () => {
    await using service = await openReceiver()
    const message = 'The body may not be greater than 262144 characters.'
    const body = ['x'.repeat(300_000)]
    await assertFails(request({ method: 'POST', url: service.url, body }), { message, classification: 'wiring_error' })
    assert.equal(service.requests.length, 0)
  })

  it('ends when the step is aborted', async () => {
    await using service = await openReceiver(() => new Promise(() => {}))
    const controller = new AbortController()
    const running = request({ method: 'GET', url: service.url }, { signal: controller.signal })
    await service.received(1)
    controller.abort(new Error('stopped'))
    await assert.rejects(running, { message: 'stopped' })
  })
})

describe('an HTTP request with a connection', () => {
  const token = 'token-of-the-service-5678'
  const echo: AnswerRequest = ({ headers }) => json({ [`for ${headers.authorization}`]: [headers.authorization] })

  it('is authorized, and its output shows no secret', async () => {
    await using service = await openReceiver(echo)
    const connection = await connect({ token })
    const headers = { authorization: 'Bearer other' }
    const { body } = await request({ method: 'POST', url: service.url, connection, headers })
    assert.equal(service.requests[0]!.headers.authorization, `Bearer ${token}`)
    assert.deepEqual(body, { 'for Bearer ********': ['Bearer ********'] })
  })

  it('shows no secret in its errors and headers, and no part of one at the end of a long response', async () => {
    const connection = await connect({ token })
    await using failing = await openReceiver(() => ({ status: 500, body: `${'x'.repeat(290)}${token}` }))
    await assertFails(request({ method: 'GET', url: failing.url, connection }), {
      message: /x{290}\*{8}$/,
      classification: 'wiring_error',
      isRetryable: true,
    })
    await using redirecting = await openReceiver(() => ({ status: 302, headers: { location: `/?t=${token}` } }))
    const { headers } = await request({ method: 'POST', url: redirecting.url, connection })
    assert.deepEqual(headers, { location: '/?t=********' })
    await using long = await openReceiver(() => ({ body: `${'x'.repeat(2 ** 20 - 10)}${token}` }))
    const { body } = await request({ method: 'GET', url: long.url, connection })
    assert.match(body as string, /x$/)
  })

  it('fails if the credentials are missing, refused, or not for this host', async () => {
    await using service = await openReceiver(({ path }) => ({ status: path === '/401' ? 401 : 403 }))
    const missing = { classification: 'missing_connection' } as const
    const absent = request({ method: 'GET', url: service.url, connection: 'Absent' })
    await assertFails(absent, { ...missing, message: 'There is no connection Absent.' })
    const connection = await connect({ token })
    for (const path of ['/401', '/403'])
      await assertFails(request({ method: 'POST', url: `${service.url}${path}`, connection }), {
        ...missing,
        message: `127.0.0.1 answered with status ${path.slice(1)}.`,
      })
    const other = await connect({ token, allowed_hosts: ['api.example.com'] })
    await assertFails(request({ method: 'GET', url: service.url, connection: other }), {
      ...missing,
      message: `The connection ${other} may not be used for the host 127.0.0.1.`,
    })
    assert.equal(service.requests.length, 2)
  })

  it('does not send its credentials to another origin', async () => {
    await using other = await openReceiver()
    await using service = await openReceiver(() => ({ status: 302, headers: { location: other.url } }))
    await request({ method: 'GET', url: service.url, connection: await connect({ token }) })
    assert.equal(other.requests[0]!.headers.authorization, undefined)
  })

  it('fails if the token cannot be requested', async () => {
    let status = 200
    await using service = await openReceiver(() => ({ status, body: '{"access_token":"a-token","expires_in":1}' }))
    const name = crypto.randomUUID()
    const client = { client_id: 'client', client_secret: 'secret' }
    await owner.client.connections.create({ name, type: 'oauth2', token_url: service.url, ...client })
    for (const [code, isRetryable] of [
      [403, false],
      [503, true],
    ] as const) {
      status = code
      await assertFails(request({ method: 'POST', url: service.url, connection: name }), {
        classification: 'missing_connection',
        message: `The token url answered with status ${code}.`,
        isRetryable,
      })
    }
  })
})
