// Minimal endpoints for tests of the HTTP layer.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idParam, requiredText, uploadedFile, uuidParam } from '#contract/wire/fields.ts'
import { type Handlers, routesOf } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Answer } from './http-harness.ts'

const notFound = { THING_NOT_FOUND: { status: 404, message: 'Thing not found.' } }
const absent = { id: 'THING_NOT_FOUND' }

const items = {
  list: endpoint('GET', '/api/user/things', {
    summary: 'List',
    auth: 'key',
    query: z.object({ limit: z.int().min(1).max(50).default(10), all: z.boolean().optional() }),
    reply: z.object({ limit: z.int(), all: z.boolean().nullable() }),
    envelope: 'message',
  }),
  create: endpoint('POST', '/api/user/things', {
    summary: 'Create',
    auth: 'key',
    body: z.object({ name: requiredText(255), note: z.string().optional() }),
    status: 201,
    reply: z.object({ name: z.string() }),
    envelope: 'message',
  }),
  change: endpoint('PUT', '/api/user/things/{id}', {
    alsoMethods: ['PATCH'],
    summary: 'Change',
    auth: 'key',
    params: idParam,
    notFoundCode: absent,
    body: z.object({ name: requiredText(5) }),
    reply: z.object({ id: z.int() }),
    refusals: notFound,
    envelope: 'message',
    validationMessage: 'Validation failed',
  }),
  read: endpoint('GET', '/api/user/things/{id}', {
    summary: 'Read',
    auth: 'key',
    params: idParam,
    notFoundCode: absent,
    reply: z.object({ id: z.int() }),
    refusals: notFound,
    envelope: 'message',
  }),
  talk: endpoint('POST', '/api/user/chatapp/{uuid}/enable', {
    summary: 'Enable',
    auth: 'key',
    params: uuidParam,
    notFoundCode: { uuid: 'THING_NOT_FOUND' },
    unauthenticated: { error: 'Unauthorized' },
    reply: z.object({ status: z.boolean() }),
    refusals: notFound,
    envelope: 'status',
  }),
  open: endpoint('GET', '/api/open', {
    summary: 'Open to all',
    auth: 'optional',
    reply: z.object({ account: z.int().nullable() }),
    envelope: 'message',
  }),
  fault: endpoint('GET', '/api/fault', {
    summary: 'Fail',
    auth: 'none',
    query: z.object({ how: z.string().optional() }),
    reply: z.object({ fine: z.boolean() }),
    envelope: 'message',
  }),
}

const handlers: Handlers<typeof items> = {
  list: (_ctx, { query }) => ({ limit: query.limit, all: query.all ?? null }),
  create: (_ctx, { body }) => ({ name: body.name, secret: 'not declared' }),
  change: (_ctx, { params }) => ({ id: found(params.id) }),
  read: (_ctx, { params }) => ({ id: found(params.id) }),
  talk: () => ({ status: true }),
  open: (ctx) => ({ account: ctx.account?.id ?? null }),
  fault: (_ctx, { query }) => {
    if (query.how === 'schema') return { fine: 'not a boolean' as never }
    if (query.how === 'undeclared') throw new Refusal('NOBODY_DECLARED_THIS', 'leak marker')
    throw new Error('leak marker: select secret from accounts')
  },
}

export const fixtureRoutes = routesOf(items, handlers)

function found(id: number): number {
  if (id !== 1) throw new Refusal('THING_NOT_FOUND')
  return id
}

export const uploadEndpoint = endpoint('POST', '/api/user/things/{id}/files', {
  summary: 'Upload',
  auth: 'key',
  params: idParam,
  notFoundCode: absent,
  body: z.object({
    name: requiredText(255),
    count: z.int().optional(),
    loud: z.boolean().optional(),
    links: z.array(z.union([z.string(), z.object({ link: z.string(), depth: z.int().optional() })])).optional(),
    file: uploadedFile({ maxBytes: 20 * 2 ** 20 }).optional(),
  }),
  status: 201,
  reply: z.object({ body: z.unknown(), head: z.string().nullable(), stored: z.string().nullable() }),
  refusals: notFound,
  envelope: 'message',
  idempotent: true,
})

/** `onStart` runs before the reply, which contains the SHA-256 of the file that was stored. */
export const uploadRoutes = (onStart: (name: string, path: string | undefined) => Promise<void> = async () => {}) =>
  routesOf(
    { upload: uploadEndpoint },
    {
      upload: async (_ctx, { params, body }) => {
        const { file, name } = body
        found(params.id)
        await onStart(name, file?.path)
        const stored = file ? await sha256Of(file.path) : null
        return { body, head: file ? Buffer.from(file.head).toString('latin1') : null, stored }
      },
    },
  )

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Asserts the status, the body and the headers that every response has. */
export function says(answer: Answer, status: number, body: unknown): void {
  assert.deepEqual([answer.status, answer.body], [status, body])
  assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
}
