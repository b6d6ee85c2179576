// Tests of redaction in logs.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog, type Log } from './log.ts'

function written(write: (log: Log) => void): string {
  const lines: string[] = []
  write(createLog({ level: 'trace', pretty: false, destination: { write: (line) => void lines.push(line) } }))
  return lines.join('')
}

const leakMarker = 'marker-7f3a'

describe('a log line', () => {
  it('contains its message, fields and time, but no details of the machine', () => {
    const line = written((log) => log.info({ route: '/api/user/me', status: 200, ms: 1.5 }, 'request'))
    const { time, ...rest } = JSON.parse(line)
    assert.match(time, /^\d{4}-\d\d-\d\dT/)
    assert.deepEqual(rest, { level: 30, route: '/api/user/me', status: 200, ms: 1.5, msg: 'request' })
  })

  it('omits secret and personal fields by name at any depth', () => {
    const names = [
      'authorization',
      'Authorization',
      'token',
      'accessToken',
      'access_token',
      'secret',
      'webhookSecret',
      'password',
      'apiKey',
      'api_key',
      'phone',
      'phoneNumber',
      'customer_phone',
      'email',
      'body',
      'content',
      'url',
      'webhookUrl',
      'set-cookie',
      'transcript',
      'systemPrompt',
      'variables',
      'credentials',
    ]
    for (const name of names) {
      const line = written((log) => {
        log.info(
          {
            [name]: leakMarker,
            a: { [name]: { deep: leakMarker }, list: [{ b: { c: { d: { [name]: [leakMarker] } } } }] },
          },
          'x',
        )
        log
          .child({ inner: { [name]: leakMarker } })
          .warn({ error: Object.assign(new Error('x'), { [name]: leakMarker }) }, 'x')
      })
      assert.ok(!line.includes(leakMarker), `${name}: ${line}`)
    }
    assert.match(
      written((log) => log.info({ contentType: 'a/b', inputTokens: 7, keyId: 3 }, 'x')),
      /"contentType":"a\/b","inputTokens":7,"keyId":3/,
    )
  })

  it('redacts secrets and personal data by pattern in any text', () => {
    const secrets = [
      '12|AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcd',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'sk-proj-abcdefgh12345678',
      'ada.lovelace+x@mail.example.com',
      '+4915123456789',
      '+14155551234',
      '+1234567',
      'pa55word',
    ]
    for (const secret of secrets) {
      const text =
        secret === 'pa55word' ? `postgres://parley:${secret}@db.example:5432/x failed` : `it was "${secret}", no?`
      const cause = new Error(text)
      const line = written((log) => {
        log.error({ error: new Error(text, { cause }), detail: text, list: [text] }, text)
        log.error(new Error(text))
        log.info(text)
        log.child({ who: text }).info('x')
        log.info({ header: `Bearer ${secret}` }, 'x')
      })
      assert.ok(!line.includes(secret), line)
      for (const one of line.trim().split('\n')) JSON.parse(one)
    }
  })

  it('contains the name, message, code, stack and cause of an error, but no row values of the database', () => {
    const error = Object.assign(new Error('duplicate key', { cause: new TypeError('inner') }), {
      code: '23505',
      detail: `Key (email)=(${leakMarker}) already exists.`,
      parameters: [leakMarker],
    })
    const line = written((log) => log.error({ error }, 'failed'))
    assert.ok(!line.includes(leakMarker))
    const written1 = JSON.parse(line).error
    assert.deepEqual([written1.name, written1.message, written1.code], ['Error', 'duplicate key', '23505'])
    assert.match(written1.stack, /log\.test\.ts/)
    assert.equal(written1.cause.name, 'TypeError')
  })

  it('accepts circular references and values that are not serializable', () => {
    const cycle: Record<string, unknown> = {
      a: 1,
      bytes: Buffer.from(leakMarker),
      date: new Date(0),
      none: undefined,
      n: null,
    }
    cycle['self'] = cycle
    const looped = new Error('loop')
    looped.cause = looped
    const line = written((log) => log.info({ cycle, looped }, 'x'))
    assert.equal(JSON.parse(line).cycle.date, '1970-01-01T00:00:00.000Z')
    assert.ok(!line.includes(leakMarker))
  })
})
