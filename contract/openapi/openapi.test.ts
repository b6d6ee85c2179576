// Tests of the OpenAPI document.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { z } from 'zod'
import { webhookPayloads } from '../events/webhook-payloads.ts'
import { contract } from '../index.ts'
import { endpoint } from '../wire/endpoint.ts'
import { id, idParam, intBetween, message, streamedFile, uploadedFile, webUrl } from '../wire/fields.ts'
import { uploadFieldOf } from '../wire/forms.ts'
import { type Json, schemaRef } from './components.ts'
import { endpointsOf, openapiOf } from './index.ts'

const options = { serverUrl: 'https://parley.example', version: '1.2.3' }
const whole = openapiOf(contract, { ...options, webhooks: webhookPayloads })

const item = z
  .object({ id, name: z.string().nullable(), kind: z.enum(['a', 'b']).nullable(), level: z.int().default(3) })
  .meta({ id: 'Item' })

const small = {
  phoneNumbers: {
    get: endpoint('GET', '/api/user/items/{id}', {
      summary: 'Get an item',
      params: idParam,
      notFoundCode: { id: 'ITEM_NOT_FOUND' },
      query: z.object({ per_page: intBetween(1, 50).default(10), day: z.iso.date().optional() }),
      reply: z.object({ data: item }),
      refusals: { ITEM_NOT_FOUND: { status: 404, message: 'Item not found' } },
      envelope: 'status',
    }),
    send: endpoint('POST', '/api/user/chatapp/send', {
      aliases: ['/api/user/chatapp/dispatch'],
      alsoMethods: ['PUT'],
      summary: 'Send an item',
      description: 'Sends it.',
      auth: 'optional',
      body: z.object({ to: webUrl, item }),
      status: 201,
      reply: message,
      refusals: {
        SENDER_OFFLINE: { status: 422, message: 'Sender is not online.' },
        'PROVIDER_ERROR_*': { status: 502, message: 'The carrier refused.' },
      },
      envelope: 'coded',
      limit: { requests: 5, windowMs: 1000, per: 'account' },
      idempotent: true,
      streams: true,
    }),
  },
}
// biome-ignore lint/suspicious/noExplicitAny: the test reads the document as untyped JSON.
const document = openapiOf(small, options) as any
const get = document.paths['/api/user/items/{id}'].get
const send = document.paths['/api/user/chatapp/send'].post

const specification = await createConfig({ extends: ['spec'] })
const faultsOf = (checked: object) =>
  lintFromString({ source: JSON.stringify(checked), absoluteRef: 'openapi.json', config: specification })

suite('the OpenAPI document of the contract', () => {
  test('is valid OpenAPI 3.1', async () => {
    assert.deepEqual(await faultsOf(whole), [])
    assert.match(whole['openapi'] as string, /^3\.1\./)
  })

  test('has a sample request to the server', () => {
    const { description } = whole['info'] as { description: string }
    assert.ok(description.includes(`curl ${options.serverUrl}/api/user/me`))
    assert.doesNotMatch(description, /127\.0\.0\.1/)
  })

  test('contains every endpoint once', () => {
    const written = Object.entries(whole['paths'] as Record<string, Record<string, { operationId: string }>>)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
      )
      .sort()
    const wanted = endpointsOf(contract)
      .map(({ area, name, endpoint: one }) => `${area}.${name} ${one.method.toLowerCase()} ${one.path}`)
      .sort()
    assert.deepEqual(written, wanted)
  })

  test('describes every webhook with its signature headers and its body', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the test reads the document as untyped JSON.
    const webhooks = whole['webhooks'] as any
    assert.deepEqual(Object.keys(webhooks), Object.keys(webhookPayloads))
    const { parameters, requestBody } = webhooks['conversation.ended'].post
    assert.deepEqual(
      parameters.map(({ name }: { name: string }) => name),
      ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'X-Signature-256'],
    )
    const { schema } = requestBody.content['application/json']
    assert.ok(schema.required.includes('transcript'))
    assert.deepEqual(schema.properties.type.enum, ['test', 'widget', 'chatapp', 'sms', 'api'])
  })

  test('has no dangling references', () => {
    for (const ref of [...refsIn(whole), ...refsIn(document)]) {
      assert.match(ref, /^#\//)
    }
    for (const one of [whole, document]) {
      for (const ref of refsIn(one)) assert.ok(resolve(one, ref), `${ref} does not resolve`)
    }
  })

  test('has operations for files whose body can only be a form', () => {
    const ofFiles = endpointsOf(contract).flatMap(({ endpoint: one }) => {
      const { name } = uploadFieldOf(one) ?? {}
      if (name === undefined) return []
      // biome-ignore lint/suspicious/noExplicitAny: the test reads the document as untyped JSON.
      const { content } = (whole['paths'] as any)[one.path][one.method.toLowerCase()].requestBody
      return [{ path: one.path, name, content }]
    })
    const onlyForms = ofFiles.filter(({ content }) => Object.keys(content).join() === 'multipart/form-data')
    for (const { path, name, content } of onlyForms) {
      const { schema } = content['multipart/form-data']
      assert.deepEqual(
        [schema.type, schema.required.includes(name), schema.properties[name].type, schema.properties[name].format],
        ['object', true, 'string', 'binary'],
        path,
      )
    }
    const documents = '/api/user/knowledgebases/{knowledgebaseId}/documents'
    assert.ok(onlyForms.some(({ path }) => path === `${documents}/upload`))
    const others = ofFiles.filter((one) => !onlyForms.includes(one))
    assert.deepEqual(
      others.map(({ path }) => path),
      [documents],
    )
  })

  test('has one content type for each request body', () => {
    for (const { endpoint: one } of endpointsOf(contract)) {
      // biome-ignore lint/suspicious/noExplicitAny: the test reads the document as untyped JSON.
      const { requestBody } = (whole['paths'] as any)[one.path][one.method.toLowerCase()]
      if (requestBody) assert.equal(Object.keys(requestBody.content).length, 1, `${one.method} ${one.path}`)
    }
  })

  test('contains no internal keywords', () => {
    assert.doesNotMatch(JSON.stringify(whole), /"x-|"\$defs"|9007199254740991/)
  })
})

suite('an OpenAPI operation', () => {
  test('has a tag, an operation id and a security scheme', () => {
    assert.deepEqual(get.tags, ['Phone numbers'])
    assert.equal(get.operationId, 'phoneNumbers.get')
    assert.deepEqual(get.security, [{ bearer: [] }, { session: [] }])
    assert.deepEqual(send.security, [{ bearer: [] }, { session: [] }, {}])
  })

  test('states types, ranges and defaults of its parameters', () => {
    assert.deepEqual(get.parameters, [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer', exclusiveMinimum: 0 } },
      {
        name: 'per_page',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      },
      { name: 'day', in: 'query', required: false, schema: { type: 'string', format: 'date' } },
    ])
  })

  test('refers to named schemas, with separate ones for requests and responses', () => {
    assert.deepEqual(get.responses[200].content['application/json'].schema.properties.data, schemaRef('Item'))
    assert.deepEqual(document.components.schemas.Item, {
      type: 'object',
      properties: {
        id: { type: 'integer', exclusiveMinimum: 0 },
        name: { type: ['string', 'null'] },
        kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
        level: { type: 'integer', default: 3 },
      },
      required: ['id', 'name', 'kind', 'level'],
    })
    const { schema } = send.requestBody.content['application/json']
    assert.deepEqual(schema.properties.item, schemaRef('ItemInput'))
    assert.deepEqual(document.components.schemas.ItemInput.required, ['id', 'name', 'kind'])
  })

  test('has an example of each error body', () => {
    assert.deepEqual(get.responses[404].content['application/json'], {
      schema: schemaRef('RefusalStatus'),
      examples: {
        ITEM_NOT_FOUND: {
          summary: '`ITEM_NOT_FOUND` – Item not found',
          value: { status: false, error: 'Item not found' },
        },
      },
    })
    const { schema, examples } = send.responses[422].content['application/json']
    assert.deepEqual(schema, { anyOf: [schemaRef('Validation'), schemaRef('RefusalCoded')] })
    assert.equal(examples.SENDER_OFFLINE.value.error_code, 'SENDER_OFFLINE')
    assert.match(send.responses[422].description, /Idempotency-Key/)
    assert.equal(
      send.responses[502].content['application/json'].examples['PROVIDER_ERROR_*'].value.error_code,
      'PROVIDER_ERROR_{code}',
    )
  })

  test('describes event streams, idempotency keys and rate limit headers', () => {
    assert.deepEqual(Object.keys(send.responses), ['201', '400', '401', '409', '422', '429', '502', 'default'])
    assert.ok(send.responses[201].content['text/event-stream'])
    assert.deepEqual(send.parameters, [{ $ref: '#/components/parameters/IdempotencyKey' }])
    assert.deepEqual(Object.keys(send.responses[429].headers), [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
    ])
  })

  test('names its aliases and other methods in its description only', () => {
    assert.deepEqual(Object.keys(document.paths), ['/api/user/items/{id}', '/api/user/chatapp/send'])
    assert.equal(
      send.description,
      'Sends it.\n\nRate limit: 5 requests per second for each account.\n\n' +
        'Also available at `/api/user/whatsapp/send`, `/api/user/chatapp/dispatch`, `/api/user/whatsapp/dispatch`.\n\n' +
        'Also accepts `PUT`.',
    )
  })
})

function refsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, one]) =>
    name === '$ref' && typeof one === 'string' ? [one] : refsIn(one),
  )
}

function resolve(root: Json, ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => (at as Json | undefined)?.[step], root)
}

const csvOfOneGigabyte = { maxBytes: 2 ** 30, type: 'text/csv' }

suite('an endpoint with a file', () => {
  const file = uploadedFile({ maxBytes: 20 * 2 ** 20 })
  const upload = endpoint('POST', '/api/user/items', {
    summary: 'Upload an item',
    body: z.object({ name: z.string(), file: file.optional() }),
    reply: message,
  })
  const onlyFile = { ...upload, path: '/api/user/files', body: z.object({ file }) }
  const streamed = { ...upload, path: '/api/user/streams', body: z.object({ file: streamedFile(csvOfOneGigabyte) }) }
  // biome-ignore lint/suspicious/noExplicitAny: the test reads the document as untyped JSON.
  const described = openapiOf({ knowledgebases: { upload, onlyFile, streamed } }, options) as any
  const contentOf = (path: string) => described.paths[path].post.requestBody.content

  test('is valid OpenAPI 3.1', async () => {
    assert.deepEqual(await faultsOf(described), [])
  })

  test('has JSON without the file as its body if the file is optional, and names the form', () => {
    const { content } = described.paths['/api/user/items'].post.requestBody
    assert.deepEqual(Object.keys(content), ['application/json'])
    assert.deepEqual(content['application/json'].schema.properties, { name: { type: 'string' } })
    const { description } = described.paths['/api/user/items'].post
    assert.match(description, /^Also accepts `multipart\/form-data`, with the file in `file`\.$/m)
  })

  test('accepts only a form if the file is required', () => {
    for (const path of ['/api/user/files', '/api/user/streams']) {
      const { 'multipart/form-data': form, ...others } = contentOf(path)
      assert.deepEqual([form.schema.properties.file.format, Object.keys(others)], ['binary', []])
    }
  })
})
