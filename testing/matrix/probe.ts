// Tests one id position with every kind of id that the account does not own, and with every kind of API key.

import { StreamedFile, UploadedFile } from '#contract/wire/fields.ts'
import { acceptsUploads } from '#contract/wire/forms.ts'
import { forgetOldRequests } from '#server/platform/rate-limit.ts'
import { headersOf } from '../app/members.ts'
import type { TestApp } from '../app/test-app.ts'
import { multipart, multipartWithBoundary, partsOf } from '../requests/multipart-body.ts'
import { bodyFor, bodyWithFile, placedAt, setAt } from './body.ts'
import { type Position, positionsOf, type Way, waysOf } from './positions.ts'
import type { Tenants } from './tenants.ts'

const malformed = ['x', '1.5', '-1', '0', 'null']
const huge = [2 ** 31, '9223372036854775808', 10 ** 30]
const absentId = 1_999_999_937

/** With a file, the body is a form. */
type ProbeWay = Way & { hasFile?: boolean }

/** Records of a record that the body does not name by its id, so that a record of the caller can be a wrong one. */
const dependent: ReadonlySet<string> = new Set(['conversations.generateReply file_ids'])

type Answer = Awaited<ReturnType<typeof send>>

/** Describes each fault of the position. */
export async function probe(parley: TestApp, tenants: Tenants, position: Position): Promise<string[]> {
  const { endpoint, place, steps, form, record } = position
  const faults: string[] = []
  const where = `${position.call} (${endpoint.method} ${endpoint.path}, ${steps.join('.')})`
  const fault = (description: string) => void faults.push(`${where}: ${description}`)
  const isOpen = endpoint.auth === 'optional' || endpoint.auth === 'none'

  const paths = waysOf(endpoint)
  const hasForm = place === 'path' && acceptsUploads(endpoint)
  const ways: ProbeWay[] = [...paths, ...(hasForm ? [{ ...paths[0]!, hasFile: true }] : [])]
  const ask = async (value: unknown, key: string | undefined, variant = 0, way = ways[0]!): Promise<Answer> => {
    const answer = await send(parley, tenants, position, { value, key, variant, way })
    if (answer.status >= 500) fault(`${JSON.stringify(value)} is answered with ${answer.status}`)
    for (const marker of tenants.leakMarkers) {
      if (answer.text.includes(marker)) fault(`the answer to ${JSON.stringify(value)} reveals another account`)
    }
    return answer
  }
  const same = (a: Answer, b: Answer) => JSON.stringify(a) === JSON.stringify(b)
  const show = ({ status, text }: Answer) => `${status} ${text.slice(0, 200)}`

  const absent = form === 'number' ? absentId : crypto.randomUUID()
  const foreign = tenants.foreign(record, form, isOpen)
  const needsSession = endpoint.auth === 'session' || endpoint.auth === 'operator'
  const tokens = { good: tenants.own.token, other: tenants.third.token, none: undefined, revoked: tenants.revokedToken }
  const keys = needsSession ? tenants.sessions : tokens
  const variants = place === 'body' ? placedAt(endpoint.body, steps, 1).length : 1

  for (let variant = 0; variant < variants; variant++) {
    for (const [name, key] of Object.entries(keys)) {
      const baseline = await ask(absent, key, variant)
      if (!isOpen && (name === 'none' || name === 'revoked') && baseline.status !== 401) {
        fault(`${name} key: answered with ${show(baseline)}`)
      }
      if (foreign !== undefined) {
        const answer = await ask(foreign, key, variant)
        if (!same(answer, baseline)) fault(`${name} key: foreign says ${show(answer)}, absent ${show(baseline)}`)
      }
      for (const value of [...malformed, ...huge]) {
        const answer = await ask(value, key, variant)
        if (place === 'path' && !same(answer, baseline))
          fault(`${name} key: ${value} says ${show(answer)}, absent ${show(baseline)}`)
        if (place !== 'path' && malformed.includes(String(value)) && answer.status < 400)
          fault(`${name} key: ${value} is taken: ${show(answer)}`)
      }
    }
  }

  const absentAnswer = await ask(absent, keys.good)
  for (const way of ways.slice(1)) {
    for (const [name, key] of Object.entries(keys)) {
      const baseline = await ask(absent, key)
      for (const value of foreign === undefined ? [absent] : [absent, foreign]) {
        const answer = await ask(value, key, 0, way)
        if (!same(answer, baseline))
          fault(`${name} key: ${way.method} ${way.path} says ${show(answer)}, the endpoint itself ${show(baseline)}`)
      }
    }
  }
  const deleted = await tenants.deleted(record, form)
  if (deleted !== undefined) {
    const answer = await ask(deleted, keys.good)
    if (!same(answer, absentAnswer)) fault(`deleted says ${show(answer)}, absent ${show(absentAnswer)}`)
  }

  // If the request were refused with any id, the equal responses above would prove nothing.
  const own = await tenants.fresh(record, form)
  if (own !== undefined && place !== 'query' && !dependent.has(`${position.call} ${steps[0]}`)) {
    let tells = false
    for (let variant = 0; variant < variants && !tells; variant++) {
      const answer = await ask(own, keys.good, variant)
      tells = !same(answer, await ask(absent, keys.good, variant)) && answer.status < 500
    }
    if (!tells) fault(`the caller's own ${record} is answered like an absent one: ${show(absentAnswer)}`)
  }
  return faults
}

async function send(
  { app }: TestApp,
  tenants: Tenants,
  position: Position,
  { value, key, variant, way }: { value: unknown; key: string | undefined; variant: number; way: ProbeWay },
) {
  const { endpoint, place, steps } = position
  const others = positionsOf({ name: position.call, endpoint }).filter((other) => other.steps.join() !== steps.join())
  let url = way.path
  if (place === 'path') url = url.replace(`{${steps[0]}}`, encodeURIComponent(String(value)))
  for (const other of others.filter((one) => one.place === 'path')) {
    url = url.replace(`{${other.steps[0]}}`, String(await tenants.kept(other.record, other.form)))
  }
  if (place === 'query') url += `?${steps[0]}=${encodeURIComponent(String(value))}`
  // Otherwise the stream would not end.
  if (endpoint.events) url += `${url.includes('?') ? '&' : '?'}follow=false`
  const body = way.hasFile ? bodyWithFile(endpoint) : bodyFor(position, value, variant)
  for (const other of others.filter((one) => one.place === 'body')) {
    if (hasAt(body, other.steps)) setAt(body, other.steps, await tenants.kept(other.record, other.form))
  }
  if (endpoint.limit) await forgetOldRequests(app.context.db, 0)
  const written = writtenBody(body)
  const response = await app.http.inject({
    method: way.method,
    url,
    headers: { ...headersOf(key), ...written.headers },
    ...(written.payload === undefined ? {} : { payload: written.payload }),
  })
  // Without the headers that differ between requests.
  const headers = Object.entries(response.headers).filter(
    ([name]) => !/^(?:x-request-id|date|x-ratelimit-.*|content-length)$/.test(name),
  )
  const inQuery = place === 'query' ? `${steps[0]}=${encodeURIComponent(String(value))}` : ''
  return {
    status: response.statusCode,
    text: comparable(response.payload, response.statusCode, inQuery),
    headers: JSON.stringify(headers),
  }
}

/** A body with a file is a form, any other body is JSON. */
function writtenBody(body: unknown): { headers: Record<string, string>; payload?: object } {
  if (body === undefined) return { headers: {} }
  const isForm = Object.values(body as object).some(
    (value) => value instanceof UploadedFile || value instanceof StreamedFile,
  )
  if (!isForm) return { headers: {}, payload: body as object }
  const payload = multipart(partsOf(body as Record<string, unknown>))
  return { headers: { 'content-type': multipartWithBoundary }, payload }
}

/** Removes the id under test, which pagination links repeat, the ids and times of new records, and positions in streams. */
function comparable(text: string, status: number, written: string): string {
  const withoutQuery = written === '' ? text : text.replaceAll(written, '')
  if (status >= 300) return withoutQuery
  return withoutQuery.replace(/"(\w*id|\w+_at)":(?:\d+|"[^"]*")/g, '"$1":0').replace(/^id: \d+$/gm, 'id: 0')
}

function hasAt(body: unknown, steps: string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return true
  if (body === null || typeof body !== 'object') return false
  if (step === '*') return Array.isArray(body) && body.length > 0 && hasAt(body[0], rest)
  return step in body && hasAt((body as Record<string, unknown>)[step], rest)
}
