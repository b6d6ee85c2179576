// No input keeps the event loop busy: what is slow to read is sent to every endpoint and every callback.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { InjectOptions } from 'fastify'
import { placeholdersOf } from '#contract/wire/endpoint.ts'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { forgetOldRequests } from '#server/platform/rate-limit.ts'
import { startTestApp } from '../app/test-app.ts'
import { calls } from '../matrix/positions.ts'
import { timed } from '../measure/block-time.ts'
import { longBodies, longTexts } from '../requests/pathological.ts'

const limitMs = 50
const bodyLength = 250_000
const urlLength = 16_000
/** No rate limit refuses so few requests. */
const fewestAllowed = 4

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const authorization = `Bearer ${(await parley.createAccount()).token}`
await parley.app.http.inject({ url: '/openapi.json' })

describe('the time that an input takes', () => {
  async function assertFast(cases: readonly { name: string; request: InjectOptions }[]): Promise<void> {
    const slow: string[] = []
    for (const [index, { name, request }] of cases.entries()) {
      if (index % fewestAllowed === 0) await forgetOldRequests(parley.app.context.db, 0)
      const { value, blockMs } = await timed(limitMs, () => parley.app.http.inject(request))
      assert.ok(value.statusCode < 500, `${name}: ${value.statusCode} ${value.payload.slice(0, 200)}`)
      assert.ok(
        value.payload.length < 200_000 || value.statusCode === 200,
        `${name}: ${value.payload.length} characters`,
      )
      if (blockMs > limitMs) slow.push(`${name}: ${Math.round(blockMs)} ms`)
    }
    assert.deepEqual(slow, [])
  }

  const fill = (path: string, value: string): string => path.replace(/\{\w+\}/g, () => value)
  const everyBodyField = (headers: Record<string, string>, payloadOf: (field: string) => object | string) =>
    calls.flatMap(({ endpoint: { method, path, body } }) =>
      Object.keys(body?.shape ?? {}).map((field) => ({
        name: `${method} ${path} ${field}`,
        request: { method, url: fill(path, '1'), headers, payload: payloadOf(field) },
      })),
    )

  for (const [what, textOf] of Object.entries(longTexts)) {
    it(`is short for every field of a body with ${what}`, () => {
      const text = textOf(bodyLength)
      return assertFast(everyBodyField({ authorization }, (field) => ({ [field]: text })))
    })

    it(`is short for every path, parameter and query with ${what}`, () => {
      const text = encodeURIComponent(textOf(urlLength)).slice(0, urlLength)
      const raw = textOf(urlLength).replace(/[^\x21-\x7e]|[{}]/g, '')
      return assertFast(
        calls.flatMap(({ endpoint: { method, path, query } }) =>
          [
            `${fill(path, '1')}/${raw}`,
            `${fill(path, '1')}?${text}`,
            ...(placeholdersOf(path).length > 0 ? [fill(path, text.slice(0, urlLength / 2))] : []),
            ...Object.keys(query?.shape ?? {}).map((name) => `${fill(path, '1')}?${name}=${text}`),
          ].map((url) => ({
            name: `${method} ${url.slice(0, 60)}`,
            request: { method, url, headers: { authorization } },
          })),
        ),
      )
    })
  }

  for (const [what, bodyOf] of Object.entries(longBodies)) {
    it(`is short for every field of a body with ${what}`, () =>
      assertFast(everyBodyField({ authorization, 'content-type': 'application/json' }, bodyOf)))
  }

  it('is short for other paths, methods and headers', () =>
    assertFast(
      Object.entries(longTexts).flatMap(([what, textOf]) => {
        const text = textOf(urlLength).replace(/[^\x20-\x7e]/g, 'x')
        const path = text.replace(/[ {}]/g, '-')
        const names = [
          'authorization',
          'idempotency-key',
          'accept',
          'accept-encoding',
          'origin',
          'content-type',
          'host',
        ]
        return [
          ...['/', '/api/', '/media/', '/carrier/twilio/', '/docs/', '/metrics/', '/voices/'].flatMap((start) =>
            (['GET', 'POST', 'OPTIONS'] as const).map((method) => ({
              name: `${method} ${start} with ${what}`,
              request: { method, url: `${start}${path}` },
            })),
          ),
          ...names.flatMap((name) =>
            (['/api/conversations', '/docs', '/metrics', '/api/user/ai/generate-reply'] as const).map((url) => ({
              name: `${url} with ${what} in ${name}`,
              request: {
                method: url.startsWith('/api') ? ('POST' as const) : ('GET' as const),
                url,
                headers: { [name]: name === 'authorization' ? `Bearer ${text}` : text },
                ...(url.startsWith('/api') ? { payload: '{}' } : {}),
              },
            })),
          ),
        ]
      }),
    ))

  it('is short for every form that a carrier posts', () => {
    const { publicUrl, carrierAccount } = parley.app.context.settings
    const { externalId: accountSid, credentials: authToken } = carrierAccount
    const repeat = (count: number, field: (index: number) => string): string =>
      Array.from({ length: count }, (_, index) => field(index)).join('&')
    const forms: Record<string, string> = {
      'one name too often': repeat(60_000, () => 'a'),
      'too many names': repeat(18_000, (index) => `n${index}`),
      'one name 999 times': repeat(999, (index) => `a=${index}${'x'.repeat(110)}`),
      '999 names': repeat(999, (index) => `n${index}=${'x'.repeat(110)}`),
      'escaped characters': `a=${'%F0%9F%91%A9'.repeat(10_000)}`,
      'a body of slashes': `Body=${'/'.repeat(120_000)}x&From=whatsapp:%2B447700900123&To=whatsapp:%2B14155550001`,
      ...Object.fromEntries(
        Object.entries(longTexts).map(([what, textOf]) => [what, `Body=${encodeURIComponent(textOf(20_000))}`]),
      ),
    }
    return assertFast(
      ['/carrier/twilio/message', '/carrier/twilio/voice', `/carrier/twilio/status/${crypto.randomUUID()}/x`].flatMap(
        (url) =>
          Object.entries(forms).flatMap(([what, form]) =>
            ['AAAAAAAAAAAAAAAAAAAAAAAAAAA=', signTwilioWebhook({ authToken, url: publicUrl + url })].map(
              (signature) => ({
                name: `${url} with ${what}`,
                request: {
                  method: 'POST' as const,
                  url,
                  headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
                  payload: `AccountSid=${accountSid}&${form}`,
                },
              }),
            ),
          ),
      ),
    )
  })
})
