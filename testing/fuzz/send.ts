// Sends a generated request with ids of earlier responses, and records the response.
import { Readable } from 'node:stream'
import type { InjectOptions } from 'fastify'
import { StreamedFile, UploadedFile } from '#contract/wire/fields.ts'
import { formType } from '#contract/wire/forms.ts'
import { headersOf } from '../app/members.ts'
import type { TestApp } from '../app/test-app.ts'
import { multipartWithBoundary } from '../requests/multipart-body.ts'
import type { Body, FuzzRequest, Spoil } from './requests.ts'
import { uploadBody } from './upload-body.ts'
import { Reference } from './values.ts'

export type FuzzAnswer = Awaited<ReturnType<typeof send>>
export type Sent = ReturnType<typeof written>

type Resolve = (reference: Reference) => unknown

/** The request as it is sent. */
export function written(request: FuzzRequest, credentials: Record<string, string | undefined>, resolve: Resolve) {
  const filled = fill(request.params, resolve) as Record<string, unknown>
  const path = request.noise ?? request.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(String(filled[name])))
  const query =
    typeof request.query === 'string' ? request.query : queryOf(fill(request.query, resolve) as Record<string, unknown>)
  const payload = payloadOf(request.body, resolve)
  const headers: Record<string, string> = {
    ...(request.call.endpoint.sameOrigin ? { 'sec-fetch-site': 'same-origin' } : {}),
    ...(typeof request.key === 'object' ? { authorization: request.key.header } : headersOf(credentials[request.key])),
    ...(payload === undefined ? {} : { 'content-type': contentTypeOf(request.body) }),
    ...request.headers,
  }
  return { method: request.method, url: query === '' ? path : `${path}?${query}`, headers, payload }
}

export async function send({ app }: TestApp, sent: Sent) {
  const startedAt = performance.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('there was no response within 5 s')), 5000)
  try {
    // The server checks a Content-Length before it reads the body, so half of the requests have one.
    const payload = sent.payload && (sent.payload.length % 2 === 0 ? sent.payload : Readable.from([sent.payload]))
    const options = { ...sent, payload } as InjectOptions
    const response = await Promise.race([app.http.inject(options), late.promise])
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string | undefined>,
      text: response.payload,
      elapsedMs: performance.now() - startedAt,
    }
  } finally {
    clearTimeout(timer)
  }
}

function fill(value: unknown, resolve: Resolve): unknown {
  if (value instanceof Reference) return resolve(value)
  if (Array.isArray(value)) return value.map((item) => fill(item, resolve))
  if (
    value !== null &&
    typeof value === 'object' &&
    !(value instanceof Uint8Array) &&
    !(value instanceof UploadedFile) &&
    !(value instanceof StreamedFile)
  ) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, resolve)]))
  }
  return value
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

function queryOf(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .map(
      ([name, value]) =>
        `${encoded(name)}=${encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`,
    )
    .join('&')
    .slice(0, 12_000)
}

function contentTypeOf(body: Body): string {
  if (body && 'upload' in body) return multipartWithBoundary
  return body && 'form' in body ? formType : 'application/json'
}

function payloadOf(body: Body, resolve: Resolve): Buffer | undefined {
  if (body === undefined) return undefined
  if ('bytes' in body) return Buffer.from(body.bytes)
  if ('upload' in body) return uploadBody(fill(body.upload, resolve) as Record<string, unknown>, body.damage)
  if ('form' in body) return Buffer.from(queryOf(fill(body.form, resolve) as Record<string, unknown>))
  return spoilt(JSON.stringify(fill(body.json, resolve)), body.spoil)
}

function spoilt(json: string, spoil: Spoil): Buffer {
  switch (spoil) {
    case 'nothing':
      return Buffer.from(json)
    case 'twice':
      return Buffer.from(json.replace(/^\{("[^"]*":)/, '{$1null,$1'))
    case 'cut':
      return Buffer.from(json.slice(0, Math.floor(json.length / 2)))
    case 'comma':
      return Buffer.from(json.replace(/\}$/, ',}'))
    case 'mark':
      return Buffer.from(`\ufeff${json}`)
    case 'tail':
      return Buffer.from(`${json}${json}`)
    case 'latin':
      return Buffer.from(json.replace(/"([^"]*)"/, '"ÿ$1"'), 'latin1')
    case 'endless':
      return Buffer.from('['.repeat(20_000))
    case 'padded':
      return Buffer.from(json.padEnd(270_000))
  }
}
