// Tests of calls that visitors of websites start: who may, what they cost, and their limits.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createClient } from '#sdk/index.ts'
import { configFrom } from '#server/config.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { injectFetch } from '#testing/app/inject.ts'
import { startTestApp, type TestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { spentByVisitors, useOfAddresses } from '#testing/features/visitor-limits.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'
import { finishCall } from './ending/finish-call.ts'
import { claimWebCall, connectBrowser } from './session/claim-media.ts'
import { startVisitorCall } from './web/start-visitor-call.ts'

const website = 'https://shop.example'
const absent = refusedWith(404, { status: false, error: 'Assistant not found' })
const { visitor, prices } = configFrom({}).settings
const minuteMicros = prices.callMinuteMicros
const open = { widget_voice_enabled: true }

const startLimited = (limits: Partial<typeof visitor> = {}) =>
  startTestApp({ settings: { visitor: { ...visitor, ...limits } } })

function from(parley: TestApp, address: string, origin?: string) {
  const inject = injectFetch(parley.app.http, address)
  const fetch: typeof inject = (request) => {
    if (origin !== undefined) request.headers.set('origin', origin)
    return inject(request)
  }
  return createClient({ baseUrl: testBaseUrl, fetch }).calls
}

const spentOn = (parley: TestApp, assistantId: number) => spentByVisitors(parley.app.context.db, assistantId)

const tooMany = (error: unknown): true => {
  const { status, headers } = error as { status: number; headers: Headers }
  assert.equal(status, 429)
  assert.ok(Number(headers.get('retry-after')) > 0)
  return true
}

const hangUp = { endedReason: 'caller_hung_up', endedBy: 'caller', latency: [], timeline: [] } as const

describe('a visitor', () => {
  it('can call an assistant that allows it; any other one is unknown', async () => {
    await using parley = await startLimited()
    const ada = await parley.createAssistant({ ...open, widget_origins: [website], variables: { city: '', name: '' } })
    await ada.client.assistants.update({ id: ada.id, visitor_variables: ['city'] })
    const visitors = from(parley, '192.0.2.1', website)
    const reply = await visitors.startAsVisitor({ assistant_id: ada.uuid, variables: { city: 'Oslo', name: 'Eve' } })
    assert.deepEqual(Object.keys(reply).sort(), ['expires_in', 'max_duration', 'recorded', 'status', 'token', 'url'])
    assert.equal(reply.max_duration, 600)
    const [call] = (await ada.client.calls.list()).data
    assert.deepEqual([call!.type, call!.from_visitor, call!.origin], ['web', true, website])
    assert.deepEqual(call!.variables, { city: 'Oslo' })
    const { text } = (await ada.client.calls.explain({ id: call!.id })).timeline[0]!
    assert.equal(text, 'A visitor of https://shop.example started the call, and its cost was reserved.')

    const order = { assistant_id: ada.uuid }
    await assert.rejects(from(parley, '192.0.2.1', 'https://other.example').startAsVisitor(order), absent)
    await assert.rejects(from(parley, '192.0.2.1').startAsVisitor(order), absent)
    for (const settings of [{ widget_voice_enabled: false }, { ...open, widget_enabled: false }]) {
      await ada.client.assistants.update({ id: ada.id, ...settings })
      await assert.rejects(visitors.startAsVisitor(order), absent)
    }
    for (const assistant_id of [crypto.randomUUID(), 'Ada', String(ada.id)])
      await assert.rejects(visitors.startAsVisitor({ assistant_id }), absent)
  })

  it('learns from the conversation whether the assistant can be called from this website', async () => {
    await using parley = await startLimited()
    const ada = await parley.createAssistant(open)
    const { anonymous } = parley
    const { conversation_id: uuid, voice_enabled } = await anonymous.conversations.create({ assistant_id: ada.uuid })
    assert.equal(voice_enabled, true)
    await ada.client.assistants.update({ id: ada.id, widget_voice_enabled: false })
    assert.equal((await anonymous.conversations.get({ uuid })).voice_enabled, false)
  })

  it('is answered on any website, and gets the same call for the same key', async () => {
    await using parley = await startLimited()
    const ada = await parley.createAssistant(open)
    const key = crypto.randomUUID()
    const request = rawRequests(parley)
    const send = () =>
      request(
        'POST',
        '/api/web_calls',
        { assistant_id: ada.uuid },
        { origin: 'https://any.example', 'idempotency-key': key },
      )
    const [first, second] = [await send(), await send()]
    assert.equal(first.status, 200)
    assert.deepEqual(second.body, first.body)
    assert.equal((await ada.client.calls.list()).total, 1)

    const ctx = { ...parley.app.context, remoteAddress: '192.0.2.9', origin: undefined, account: undefined }
    const operation = { key: crypto.randomUUID(), isResumed: false }
    const order = { assistantUuid: ada.uuid, variables: {} }
    const before = await startVisitorCall(ctx, order, operation)
    assert.deepEqual(await startVisitorCall(ctx, order, { ...operation, isResumed: true }), before)
    assert.equal((await ada.client.calls.list()).total, 2)

    const same = { ...operation, key: crypto.randomUUID() }
    await Promise.allSettled([startVisitorCall(ctx, order, same), startVisitorCall(ctx, order, same)])
    assert.equal((await ada.client.calls.list()).total, 3)
    assert.equal(await spentOn(parley, ada.id), 30 * minuteMicros)
  })

  it('does not have own words spoken before the call is connected and paid for', async () => {
    await using parley = await startLimited()
    const ada = await parley.createAssistant({
      ...open,
      initial_message: 'Hello {{name}}.',
      variables: { name: 'guest' },
    })
    const bob = await parley.createAssistant({ ...open, initial_message: 'Good day.', variables: { name: '' } })
    const spoken: string[] = []
    const speak = (text: string) => {
      spoken.push(text)
      return { cancel() {} }
    }
    const textToSpeech: TextToSpeech = { open: () => ({ speak, close() {} }) }
    const ctx = {
      ...parley.app.context,
      modelsFor: (accountId: number) => ({ ...parley.app.context.modelsFor(accountId), textToSpeech }),
      remoteAddress: '192.0.2.9',
      origin: undefined,
      account: undefined,
    }
    const start = ({ uuid }: typeof ada, variables: Record<string, string> = {}) =>
      startVisitorCall(ctx, { assistantUuid: uuid, variables }, undefined)
    await start(ada, { name: 'a long text that a stranger wants to hear' })
    assert.deepEqual(spoken, [])
    await start(ada)
    await start(bob, { name: 'Eve' })
    assert.match(spoken.join(' | '), /Hello guest\..* \| .*Good day\./)
  })

  it('is refused without detail when the account cannot pay a minute', async () => {
    await using parley = await startLimited()
    const owner = await parley.createAccount({ balanceUsd: 0.05 })
    const poor = await parley.createAssistant(open, owner)
    await assert.rejects(
      parley.anonymous.calls.startAsVisitor({ assistant_id: poor.uuid }),
      refusedWith(400, { status: false, error: 'Insufficient balance. Please top up your account.' }),
    )
    assert.equal(await spentOn(parley, poor.id), 0)
  })

  it('can start a number of calls in a minute, in a day and at the same time', async () => {
    await using parley = await startLimited({
      callsPerMinutePerAddress: 4,
      callsPerDayPerAddress: 3,
      callsPerAddress: 2,
    })
    const ada = await parley.createAssistant(open)
    const order = { assistant_id: ada.uuid }
    const one = from(parley, '2001:db8:1:2::1')
    const neighbour = from(parley, '2001:db8:1:2::2')
    await Promise.all([one.startAsVisitor(order), neighbour.startAsVisitor(order)])
    await assert.rejects(one.startAsVisitor(order), tooMany)
    const { data } = await ada.client.calls.list()
    await finishCall(parley.app.context, { accountId: ada.account.id, callId: data[0]!.id }, hangUp)
    await one.startAsVisitor(order)
    await assert.rejects(one.startAsVisitor(order), tooMany)
    await from(parley, '192.0.2.1').startAsVisitor(order)
    assert.deepEqual(await useOfAddresses(parley.app.context.db), [
      { turns: 0, calls: 3 },
      { turns: 0, calls: 1 },
    ])
  })
})

describe('the allowance for visitors', () => {
  it('pays for the longest call at its start, and gets back what was not used, once', async () => {
    await using parley = await startLimited({ callSeconds: 300 })
    const ada = await parley.createAssistant(open)
    const { context } = parley.app
    const reply = await parley.anonymous.calls.startAsVisitor({ assistant_id: ada.uuid })
    assert.equal(reply.max_duration, 300)
    assert.equal(await spentOn(parley, ada.id), 5 * minuteMicros)
    const live = await claimWebCall(context, { token: reply.token, origin: undefined })
    assert.equal(live!.fromVisitor, true)
    await connectBrowser(context, live!)
    await parley.turnClock(60_000)
    const endings = await Promise.all([finishCall(context, live!, hangUp), finishCall(context, live!, hangUp)])
    assert.deepEqual(endings.sort(), [false, true])
    const { total_cost: cost } = await ada.client.calls.get({ id: live!.callId })
    const spent = await spentOn(parley, ada.id)
    assert.equal(spent, Math.round(Number(cost) * 1e6))
    assert.ok(spent >= minuteMicros && spent < 1.2 * minuteMicros, `${spent}`)
  })

  it('gets everything back from a call that was never connected, and the rest from one whose process died', async () => {
    await using parley = await startLimited()
    const ada = await parley.createAssistant(open)
    const { context } = parley.app
    const start = () => parley.anonymous.calls.startAsVisitor({ assistant_id: ada.uuid })
    await start()
    const live = await claimWebCall(context, { token: (await start()).token, origin: undefined })
    await connectBrowser(context, live!)
    await sql`update calls set process_id = ${crypto.randomUUID()} where id = ${live!.callId}`.execute(context.db)
    assert.equal(await spentOn(parley, ada.id), 20 * minuteMicros)
    await parley.turnClock(120_000)
    for (let run = 0; run < 2; run++) {
      await parley.runCron('calls.recover')
      await parley.runJobs()
      await parley.turnClock(10_000)
    }
    const { data } = await ada.client.calls.list()
    assert.deepEqual(
      data.map(({ status, ended_reason: reason }) => [status, reason]),
      [
        ['ended', 'process_died'],
        ['no-answer', 'caller_hung_up'],
      ],
    )
    assert.equal(await spentOn(parley, ada.id), Math.round(Number(data[0]!.total_cost) * 1e6))
  })

  it('limits the call to what is left, and refuses less than a minute until the next day', async () => {
    await using parley = await startLimited({ spendPerDayMicros: 2.75 * minuteMicros, callSeconds: 90 })
    const ada = await parley.createAssistant(open)
    const start = () => parley.anonymous.calls.startAsVisitor({ assistant_id: ada.uuid })
    assert.equal((await start()).max_duration, 90)
    const second = await start()
    assert.equal(second.max_duration, 74)
    await assert.rejects(start(), tooMany)
    await parley.turnClock(86_400_000)
    assert.equal((await start()).max_duration, 90)
  })
})
