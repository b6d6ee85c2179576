// Tests of `Idempotency-Key`: each key has one effect, even if responses are lost.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { requiredText } from '#contract/wire/fields.ts'
import { type Answer, createHttpHarness, startHttpHarness } from '#testing/http/http-harness.ts'
import { openProcessLiveness } from '../../database/process-liveness.ts'
import type { IdempotentOperation } from '../../idempotent-operation.ts'
import { InvalidInput, OutcomePending, Refusal } from '../../refusal.ts'
import { type Handler, routesOf } from '../route.ts'
import { deleteOldKeys } from './idempotency-store.ts'

const pay = endpoint('POST', '/api/pay', {
  summary: 'Pay',
  auth: 'key',
  body: z.object({ how: requiredText(20) }),
  status: 201,
  reply: z.object({ number: z.int() }),
  refusals: {
    POOR: { status: 402, message: 'No money.' },
    IN_DOUBT: { status: 500, message: 'The outcome is unknown.' },
  },
  envelope: 'message',
  idempotent: true,
})

const send = { ...pay, path: '/api/user/chatapp/send', envelope: 'coded' as const }

const reused = 'The idempotency key was used before with another request.'

let effects = 0
let isUnclear = true
let gate = Promise.withResolvers<void>()
let entered = Promise.withResolvers<void>()
const seen: (IdempotentOperation | undefined)[] = []
const handle: Handler<typeof pay> = async (_ctx, { body }, { operation }) => {
  effects++
  seen.push(operation)
  if (body.how === 'poor') throw new Refusal('POOR')
  if (body.how === 'invalid') throw new InvalidInput({ how: ['The selected how is invalid.'] })
  if (body.how === 'in doubt' && isUnclear) throw new OutcomePending('IN_DOUBT')
  if (body.how === 'broken' && isUnclear) throw new Error('broken')
  if (body.how === 'slow') {
    entered.resolve()
    await gate.promise
  }
  return { number: effects }
}
const routes = [...routesOf({ pay }, { pay: handle }), ...routesOf({ send }, { send: handle })]

const harness = await startHttpHarness(routes)
after(() => harness[Symbol.asyncDispose]())
const { context } = harness.parley.app

describe('an idempotency key', () => {
  const ask = (
    key: string,
    how: string,
    token = 'account:1',
    url = '/api/pay',
    on: Pick<typeof harness, 'ask'> = harness,
  ): Promise<Answer> => on.ask({ method: 'POST', url, token, payload: { how }, headers: { 'idempotency-key': key } })
  const newKey = () => crypto.randomUUID()
  /** Makes the handler wait before it answers the next slow requests. */
  function closeGate(): void {
    gate = Promise.withResolvers()
    entered = Promise.withResolvers()
  }
  const age = (key: string) =>
    sql`update idempotency_keys set created_at = created_at - interval '25 hours' where key = ${key}`.execute(
      context.db,
    )
  const effectsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = effects
    await work()
    return effects - before
  }

  it('replays the first reply byte for byte', async () => {
    const key = newKey()
    const first = await ask(key, 'well')
    assert.equal(first.headers['idempotent-replayed'], undefined)
    const count = await effectsOf(async () => {
      const second = await ask(key, 'well')
      assert.deepEqual([second.status, second.text], [201, first.text])
      assert.equal(second.headers['content-type'], first.headers['content-type'])
      assert.equal(second.headers['idempotent-replayed'], 'true')
      assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id'])
    })
    assert.equal(count, 0)
  })

  it('replays a refusal too', async () => {
    const key = newKey()
    const count = await effectsOf(async () => {
      assert.equal((await ask(key, 'poor')).status, 402)
      const second = await ask(key, 'poor')
      assert.deepEqual([second.status, second.body], [402, { message: 'No money.' }])
    })
    assert.equal(count, 1)
  })

  it('is rejected in the envelope of the endpoint', async () => {
    const key = newKey()
    const at = (how: string) => ask(key, how, 'account:1', '/api/user/chatapp/send')
    closeGate()
    const first = at('slow')
    await entered.promise
    const { status, body } = await at('slow')
    const { error, ...rest } = body
    assert.deepEqual([status, rest], [409, { success: false, error_code: 'REQUEST_IN_PROGRESS' }])
    assert.match(String(error), /still being answered/)
    gate.resolve()
    await first
    const other = await at('well')
    const coded = { success: false, error: reused, error_code: 'IDEMPOTENCY_KEY_REUSED' }
    const invalid = { ...coded, message: reused, errors: { idempotency_key: [reused] } }
    assert.deepEqual([other.status, other.body], [422, invalid])
  })

  it('is rejected with another request', async () => {
    const key = newKey()
    await ask(key, 'well')
    for (const { status, body } of [await ask(key, 'poor'), await ask(key, 'well', 'account:1', '/api/pay?x=1')])
      assert.deepEqual([status, body], [422, { message: reused, errors: { idempotency_key: [reused] } }])
  })

  it('belongs to one account', async () => {
    const key = newKey()
    const count = await effectsOf(async () => {
      await ask(key, 'well', 'account:1')
      assert.equal((await ask(key, 'poor', 'account:2')).status, 402)
    })
    assert.equal(count, 2)
  })

  it('can be reused after a request that fails validation, by its schema or in the handler', async () => {
    const key = newKey()
    assert.equal((await ask(key, '')).status, 422)
    const message = 'The selected how is invalid.'
    assert.deepEqual((await ask(key, 'invalid')).body, { message, errors: { how: [message] } })
    assert.equal((await ask(key, 'well')).status, 201)
  })

  for (const how of ['broken', 'in doubt'])
    it(`can only be reused by the same request if the outcome is unknown: ${how}`, async () => {
      const key = newKey()
      assert.equal((await ask(key, how)).status, 500)
      assert.equal(await effectsOf(async () => assert.equal((await ask(key, 'well')).status, 422)), 0)
      isUnclear = false
      assert.equal((await ask(key, how)).status, 201)
      isUnclear = true
      const [first, again] = seen.slice(-2)
      assert.deepEqual([first?.isResumed, again?.isResumed], [false, true])
      assert.equal(again?.key, first?.key)
    })

  it('handles one of many concurrent requests', async () => {
    const key = newKey()
    const count = await effectsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask(key, 'well')))
      for (const { status } of answers) assert.ok(status === 201 || status === 409)
      assert.equal(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size, 1)
    })
    assert.equal(count, 1)
  })

  /** Simulates another process on the same database. */
  async function openOther() {
    const liveness = await openProcessLiveness({ ...context, connectionString: harness.parley.connectionString })
    const other = await createHttpHarness({ ...context, liveness, processId: liveness.id }, routes)
    return {
      askSlowly: (key: string) => ask(key, 'slow', 'account:1', '/api/pay', other),
      /** Closes the connection by which other processes see that it is alive. */
      die: () => liveness[Symbol.asyncDispose](),
      [Symbol.asyncDispose]: () => other[Symbol.asyncDispose](),
    }
  }

  for (const where of ['in this process', 'in another process'])
    it(`returns 409 while the first request is still being handled ${where}`, async () => {
      await using other = await openOther()
      closeGate()
      const key = newKey()
      const first = where === 'in this process' ? ask(key, 'slow') : other.askSlowly(key)
      await entered.promise
      assert.equal(await effectsOf(async () => assert.equal((await ask(key, 'slow')).status, 409)), 0)
      gate.resolve()
      const { text } = await first
      assert.equal((await ask(key, 'slow')).text, text)
      await other.die()
    })

  it('is taken over by one of many requests after its process has died, with the same operation key', async () => {
    const key = newKey()
    closeGate()
    const lostGate = gate
    await using other = await openOther()
    const lost = other.askSlowly(key)
    await entered.promise
    await other.die()
    closeGate()
    const before = effects
    const contenders = Array.from({ length: 10 }, () => ask(key, 'slow'))
    await entered.promise
    assert.equal((await ask(key, 'poor')).status, 422, 'another request under the key is still rejected')
    gate.resolve()
    const answers = await Promise.all(contenders)
    assert.equal(effects - before, 1)
    const done = answers.filter(({ status }) => status === 201)
    assert.ok(done.length > 0 && answers.every(({ status }) => status === 201 || status === 409))
    const [first, second] = seen.slice(-2)
    assert.deepEqual([first?.isResumed, second?.isResumed], [false, true])
    assert.equal(second?.key, first?.key)
    // A process that was wrongly considered dead changes nothing afterwards.
    lostGate.resolve()
    await lost
    assert.equal((await ask(key, 'slow')).text, done[0]!.text)
  })

  it('gets a new operation key after a day', async () => {
    const key = newKey()
    await ask(key, 'broken')
    await age(key)
    await ask(key, 'broken')
    const [first, again] = seen.slice(-2)
    assert.deepEqual([again?.isResumed, again?.key === first?.key], [false, false])
  })

  it('is taken over in the same process if its outcome could not be stored', async () => {
    const key = newKey()
    await ask(key, 'poor')
    await sql`update idempotency_keys set status = null, reply = null where key = ${key}`.execute(context.db)
    assert.equal((await ask(key, 'poor')).status, 402)
    assert.equal(seen.at(-1)?.isResumed, true)
  })

  it('expires after a day', async () => {
    const key = newKey()
    await ask(key, 'well')
    await age(key)
    assert.equal(await effectsOf(() => ask(key, 'poor')), 1)
    await age(key)
    await deleteOldKeys(context.db)
    const { rows } = await sql`select 1 from idempotency_keys where key = ${key}`.execute(context.db)
    assert.equal(rows.length, 0)
  })

  it('has at most 255 characters', async () => {
    assert.equal((await ask('k'.repeat(255), 'well')).status, 201)
    assert.equal((await ask('k'.repeat(256), 'well')).status, 422)
    assert.equal(await effectsOf(() => ask('', 'well')), 1)
    assert.equal(await effectsOf(() => ask('', 'well')), 1)
  })
})
