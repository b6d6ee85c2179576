// Tools in the form of existing clients: aliases of fields, and lists of headers and arguments.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { findTool } from './store-tools.ts'
import { openHeaders } from './tool-headers.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

describe('tools for existing clients', () => {
  const open = async () => {
    const { account, token } = await parley.createAccount()
    return { account, request: rawRequests(parley, token) }
  }
  const basic = { name: 'look_up', description: 'Looks up an order.' }
  const url = 'https://api.example/orders'
  const parameters = {
    type: 'object',
    properties: {
      order: { type: 'string', description: 'The number of the order.' },
      express: { type: 'boolean' },
    },
    required: ['order'],
  }
  const schema = [
    { name: 'order', type: 'string', description: 'The number of the order.', required: true },
    { name: 'express', type: 'bool' },
  ]

  it('are created with an endpoint, a timeout, and lists of headers and arguments', async () => {
    const { account, request } = await open()
    const headers = [
      { name: 'X-Api-Key', value: ' secret-of-the-store ' },
      { name: 'Accept', value: 'text/plain' },
    ]
    const sent = { ...basic, endpoint: url, method: 'POST', headers, timeout: 20, schema }
    const { status, body } = await request('POST', '/api/user/tools', sent)
    assert.deepEqual([status, body.message], [201, 'Tool created successfully'])
    const { id, created_at, updated_at, ...shown } = body.data
    assert.deepEqual(shown, {
      ...basic,
      url,
      method: 'POST',
      headers: { 'X-Api-Key': '********tore', Accept: '********' },
      parameters,
      speak_during: null,
      timeout_seconds: 20,
      endpoint: url,
      timeout: 20,
      schema: [
        { name: 'order', type: 'string', description: 'The number of the order.', required: true },
        { name: 'express', type: 'boolean', required: false },
      ],
    })
    const tool = await findTool(parley.app.context.db, account.id, id)
    assert.deepEqual(openHeaders(parley.app.context.settings, tool!), {
      'X-Api-Key': 'secret-of-the-store',
      Accept: 'text/plain',
    })
  })

  it('are updated under these names, and keep fields that are not given', async () => {
    const { request } = await open()
    const { id } = (await request('POST', '/api/user/tools', { ...basic, url })).body.data
    const put = async (fields: object) => (await request('PUT', `/api/user/tools/${id}`, fields)).body.data
    assert.equal((await put({ endpoint: 'https://api.example/v2' })).url, 'https://api.example/v2')
    assert.equal((await put({ timeout: '5' })).timeout_seconds, 5)
    assert.deepEqual((await put({ schema })).parameters, parameters)
    assert.deepEqual((await put({ headers: [{ name: 'x-a', value: '1' }] })).headers, { 'x-a': '********' })
    const last = await put({ headers: [], schema: [] })
    const { url: kept, timeout_seconds } = last
    assert.deepEqual([last.headers, last.parameters], [{}, { type: 'object', properties: {} }])
    assert.deepEqual([kept, timeout_seconds], ['https://api.example/v2', 5])
  })

  it('accept a value under both of its names, unless the two differ', async () => {
    const { request } = await open()
    const both = {
      ...basic,
      url,
      endpoint: url,
      timeout_seconds: 20,
      timeout: '20',
      schema,
      parameters: {
        required: ['order'],
        properties: {
          express: { type: 'boolean' },
          order: { description: 'The number of the order.', type: 'string' },
        },
        type: 'object',
      },
    }
    const { status, body } = await request('POST', '/api/user/tools', both)
    assert.equal(status, 201, JSON.stringify(body))
    const other = { endpoint: 'https://api.example/other', timeout: 5, schema: [] }
    const errors = {
      endpoint: ['The endpoint and url must match.'],
      timeout: ['The timeout and timeout seconds must match.'],
      schema: ['The schema and parameters must match.'],
    }
    const refused = await request('PUT', `/api/user/tools/${body.data.id}`, { ...both, ...other })
    assert.deepEqual([refused.status, refused.body.errors], [422, errors])
    assert.deepEqual((await request('GET', `/api/user/tools/${body.data.id}`)).body.data, body.data)
  })

  it('are listed without an envelope, under both names and with lists of headers and arguments', async () => {
    const { request } = await open()
    const headers = [{ name: 'X-Api-Key', value: 'secret-of-the-store' }]
    const { data } = (await request('POST', '/api/user/tools', { ...basic, url, headers, timeout: 20, schema })).body
    const properties = { count: { type: ['null', 'integer'] }, place: { type: 'object', properties: {} }, any: {} }
    const other = { ...basic, name: 'other', url, parameters: { type: 'object', properties, required: ['place'] } }
    await request('POST', '/api/user/tools', other)
    const { status, body } = await request('GET', '/api/user/tools')
    assert.equal(status, 200)
    assert.deepEqual(body[0], {
      ...data,
      headers: [{ name: 'X-Api-Key', value: '********tore' }],
      endpoint: url,
      timeout: 20,
      schema: [
        { name: 'order', type: 'string', description: 'The number of the order.', required: true },
        { name: 'express', type: 'boolean', required: false },
      ],
    })
    assert.deepEqual(body[1].parameters, other.parameters)
    assert.deepEqual(body[1].schema, [
      { name: 'count', type: 'integer', required: false },
      { name: 'place', type: 'object', required: true },
      { name: 'any', type: 'string', required: false },
    ])
    // A client that sends the masked headers of the list back keeps their values.
    const sent = { headers: body[0].headers, schema: body[0].schema, timeout: 5 }
    const updated = (await request('PUT', `/api/user/tools/${data.id}`, sent)).body.data
    const { headers: masked, parameters: kept, timeout_seconds } = updated
    assert.deepEqual([masked, kept, timeout_seconds], [data.headers, parameters, 5])
  })

  it('are refused with all errors under the names of the request', async () => {
    const { request } = await open()
    const errorsOf = async (fields: object) => {
      const { status, body } = await request('POST', '/api/user/tools', { ...basic, ...fields })
      assert.equal(status, 422, JSON.stringify(body))
      return body.errors
    }
    assert.deepEqual(await errorsOf({}), { url: ['The url field is required.'] })
    assert.deepEqual(await errorsOf({ name: 7, timeout: 31 }), {
      name: ['The name must be a string.'],
      timeout: ['The timeout must be between 1 and 30.'],
      url: ['The url field is required.'],
    })
    assert.deepEqual(await errorsOf({ endpoint: 'nonsense' }), { endpoint: ['The endpoint format is invalid.'] })
    const list = (headers: unknown) => errorsOf({ url, headers })
    assert.deepEqual(await list([{ name: 'x' }]), { 'headers.0.value': ['The headers.0.value field is required.'] })
    const text = [{ name: 'x', value: '1' }, 'y']
    assert.deepEqual(await list(text), { 'headers.1': ['The headers.1 must be an array.'] })
    const twice = ['X-A', 'x-a'].map((name) => ({ name, value: '1' }))
    assert.deepEqual(await list(twice), { 'headers.1.name': ['The headers.1.name field has a duplicate value.'] })
    assert.deepEqual(await list([{ name: 'Host', value: 'x' }]), { headers: ['The headers format is invalid.'] })
    assert.deepEqual(await list({ 'x-a': 1 }), { 'headers.x-a': ['The headers.x-a must be a string.'] })
    assert.deepEqual(await list('x-a: 1'), { headers: ['The headers must be an array.'] })
    const given = (one: object) => errorsOf({ url, schema: [schema[0], one] })
    for (const [name, type, field, message] of [
      ['order', 'string', 'name', 'The schema.1.name field has a duplicate value.'],
      ['x', 'date', 'type', 'The selected schema.1.type is invalid.'],
      ...['__proto__', '1st', 'a b'].map((name) => [name, 'string', 'name', 'The schema.1.name format is invalid.']),
    ])
      assert.deepEqual(await given({ name, type }), { [`schema.1.${field}`]: [message] })
  })
})
