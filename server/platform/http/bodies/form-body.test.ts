// Tests of form-encoded bodies: which endpoints accept them, how they are parsed, and their size limits.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { assistantId, requiredText } from '#contract/wire/fields.ts'
import { acceptsForms } from '#contract/wire/forms.ts'
import { says } from '#testing/http/endpoints.ts'
import { startHttpHarness } from '#testing/http/http-harness.ts'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { routesOf } from '../route.ts'

const base = { summary: 'Send', auth: 'key', envelope: 'message' } as const
const reply = z.object({ text: z.string(), count: z.int().nullable(), loud: z.boolean().nullable() })
const scalars = endpoint('POST', '/api/user/scalars', {
  ...base,
  body: z.object({
    text: requiredText(300_000),
    count: z.int().nullable().optional(),
    loud: z.boolean().default(false),
    kind: z.enum(['a', 'b']).optional(),
    assistant_id: assistantId.optional(),
  }),
  reply,
})
const nested = endpoint('POST', '/api/user/nested', {
  ...base,
  body: z.object({ text: z.string(), tags: z.array(z.string()).optional() }),
  reply: z.object({ text: z.string() }),
})
const bare = endpoint('POST', '/api/user/bare', { ...base, reply: z.object({ done: z.boolean() }) })

const routes = routesOf(
  { scalars, nested, bare },
  {
    scalars: (_ctx, { body }) => ({ text: body.text, count: body.count ?? null, loud: body.loud }),
    nested: (_ctx, { body }) => ({ text: body.text }),
    bare: () => ({ done: true }),
  },
)
const harness = await startHttpHarness(routes)
after(() => harness[Symbol.asyncDispose]())

describe('a form-encoded body', () => {
  const post = (payload: string | Buffer, url = '/api/user/scalars', type = 'application/x-www-form-urlencoded') =>
    harness.ask({ method: 'POST', url, token: 'account:1', payload, headers: { 'content-type': type } })

  it('is accepted if every field of the endpoint is a scalar, with the same rules as JSON', async () => {
    const only = (text: string) => ({ text, count: null, loud: false })
    const greeting = { text: 'Grüße & more', count: 7, loud: true }
    says(await post('text=Gr%C3%BC%C3%9Fe+%26+more&count=7&loud=1'), 200, greeting)
    const type = 'application/x-www-form-urlencoded; charset=UTF-8'
    says(await post('text=100%&count=&unknown=x&', undefined, type), 200, only('100%'))
    says(await post('text=a&text=b'), 200, only('b'))
    says(await post('text=&count=x'), 422, {
      message: 'The text field is required. (and 1 more error)',
      errors: { text: ['The text field is required.'], count: ['The count must be an integer.'] },
    })
    says(await post('__proto__=x&constructor=y&text=a'), 200, only('a'))
    const message = 'The text format is invalid.'
    says(await post('text=a%00b'), 422, { message, errors: { text: [message] } })
  })

  it('is rejected if a field of the endpoint is not a scalar, or if it has no fields', async () => {
    const message = 'The request body must be JSON, sent with Content-Type: application/json.'
    assert.deepEqual([scalars, nested, bare].map(acceptsForms), [true, false, false])
    says(await post('text=a', '/api/user/nested'), 400, { message })
    says(await post('a=b', '/api/user/bare'), 400, { message })
    says(await post('', '/api/user/bare'), 200, { done: true })
  })

  it('has at most 1,000 fields, in UTF-8', async () => {
    const fields = (count: number) => `text=a${'&x=1'.repeat(count - 1)}`
    says(await post(fields(1000)), 200, { text: 'a', count: null, loud: false })
    says(await post(fields(1001)), 400, { message: 'The request body has more than 1000 fields.' })
    const message = 'The request body is not valid UTF-8.'
    says(await post('text=%ff'), 400, { message })
    says(await post(Buffer.from([0x74, 0x3d, 0xff])), 400, { message })
    says(await post('x'.repeat(256 * 1024 + 1)), 413, { message: 'The POST data is too large.' })
  })

  it('is read in linear time', async () => {
    for (const part of ['&', 'a=1&', '%', '%25', '+', '=', 'a'] as const) {
      await assertProportional((length) => post(part.repeat(Math.floor(length / part.length))), 256 * 1024, part)
    }
  })
})
