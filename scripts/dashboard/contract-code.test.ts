// Every call of the SDK sends and returns the same with the copy of the contract in browsers as with the contract.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { contract } from '#contract/index.ts'
import { scopes } from '#contract/scopes.ts'
import type { Area, Endpoint } from '#contract/wire/endpoint.ts'
import { uploadFieldOf } from '#contract/wire/forms.ts'
import { memberRole, rolesOf } from '#contract/wire/roles.ts'
import * as sdk from '#sdk/client.ts'
import { contractCode } from './contract-code.ts'

const endpoints = Object.entries(contract as Record<string, Area>)
const folder = await mkdtemp(join(tmpdir(), 'parley-contract-'))
after(() => rm(folder, { recursive: true }))
const copyUrl = pathToFileURL(join(folder, 'contract.mjs')).href
await writeFile(join(folder, 'contract.mjs'), contractCode(endpoints))

/** Loads a second SDK, whose imports of the contract are those of the copy. */
const ofCopy = '?copy'
registerHooks({
  resolve(specifier, context, next) {
    if (!context.parentURL?.endsWith(ofCopy)) return next(specifier, context)
    if (specifier.startsWith('#contract/')) return next(copyUrl, context)
    const resolved = next(specifier, context)
    return { ...resolved, url: resolved.url + ofCopy }
  },
})
const copy = await import(copyUrl)
const sdkOfCopy: typeof sdk = await import(new URL('../../sdk/client.ts', import.meta.url).href + ofCopy)

type Call = (input?: Record<string, unknown>, options?: Record<string, unknown>) => unknown
type Calls = Record<string, Record<string, Call>>

const file = new File(['Guten Tag'], 'a.txt', { type: 'text/plain' })
/** One value for each field that any part of the endpoint names, and one that none names. */
function inputOf(endpoint: Endpoint, fileValue: unknown): Record<string, unknown> {
  const { path, query, body } = endpoint
  const names = (shape: Endpoint['query']) => Object.keys(shape?.shape ?? {})
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, `a/b ü ${name}`])
  const values = [...names(query), ...names(body)].map((name, at) => [
    name,
    [`${name}=&?`, { a: [1] }, false, null][at % 4],
  ])
  return Object.fromEntries([
    ...values,
    [uploadFieldOf(endpoint)?.name ?? 'file', fileValue],
    ...params,
    ['unknown_field', 1],
  ])
}

const replies = {
  json: () => Response.json({ data: [1] }),
  csv: () => new Response('a,b', { headers: { 'content-type': 'text/csv' } }),
  refusal: () => Response.json({ message: 'No' }, { status: 409 }),
  events: () => new Response('id: 1\ndata: {"a":1}\n\n', { headers: { 'content-type': 'text/event-stream' } }),
}

/** What is sent and what is returned, or the error. */
async function traceOf(
  create: typeof sdk.createClient,
  [area, name]: [string, string],
  input: object,
  reply: () => Response,
) {
  const sent: unknown[] = []
  const client = create({
    baseUrl: 'http://parley.example',
    apiKey: 'secret',
    fetch: async (request) => {
      const { method, url } = request
      const type = request.headers.get('content-type')?.split(';')[0]
      const isForm = type === 'multipart/form-data'
      const body = isForm ? await partsOf(await request.formData()) : await request.text()
      sent.push({ method, url, body, type, accept: request.headers.get('accept') })
      return reply()
    },
  })
  const outcome = (client as unknown as Calls)[area]![name]!({ ...input, follow: false })
  const isStream = typeof (outcome as AsyncIterable<unknown>)[Symbol.asyncIterator] === 'function'
  const result = isStream ? Array.fromAsync(outcome as AsyncIterable<unknown>) : Promise.resolve(outcome)
  const settled = await result.catch((error: Error) => String(error))
  return { sent, settled }
}

const partsOf = (form: FormData) =>
  Promise.all([...form].map(async ([name, value]) => [name, value instanceof File ? await value.text() : value]))

describe('the copy of the contract', () => {
  for (const [area, calls] of endpoints)
    for (const [name, endpoint] of Object.entries(calls))
      it(`makes the same requests and results of ${area}.${name}`, async () => {
        for (const given of [file, { name: 'b.txt', data: Buffer.from('b') }, undefined])
          for (const reply of Object.values(replies)) {
            const input = inputOf(endpoint, given)
            const expected = await traceOf(sdk.createClient, [area, name], input, reply)
            assert.equal(expected.sent.length, 1)
            assert.deepEqual(await traceOf(sdkOfCopy.createClient, [area, name], input, reply), expected)
          }
        const copied = copy.contract[area][name]
        assert.equal(copied.access, endpoint.access)
        assert.deepEqual(copy.uploadFieldOf(copied), uploadFieldOf(endpoint))
      })

  it('has the same areas, roles and scopes', () => {
    assert.deepEqual(Object.keys(copy.contract), Object.keys(contract))
    assert.deepEqual(copy.rolesOf, rolesOf)
    assert.deepEqual(copy.roles, memberRole.options)
    assert.deepEqual(copy.scopes, scopes)
  })
})
