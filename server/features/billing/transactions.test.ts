// Tests of transactions and usage: what each kind of charge shows, pages, filters, CSV, sums, and concurrent bookings.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { claimMedia, finishCall } from '#server/features/calls/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { runStep } from '#testing/automations/steps.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { changeBalance, charge, credit, hold, selectBrokenBalances } from './index.ts'

const parley = await startTestApp({ carrier: {} })
const { context } = parley.app
const { prices } = parley.config.settings
after(async () => {
  assert.deepEqual(await selectBrokenBalances(context.db), [])
  await parley[Symbol.asyncDispose]()
})

const usd = (micros: number): number => micros / 1_000_000
const inTransaction = <R>({ account }: TestAccount, work: Parameters<typeof transaction<typeof owned, R>>[1]) =>
  transaction(asAccount(context, account), work)
declare const owned: ReturnType<typeof asAccount<typeof context>>

/** Books a charge of one cent for an answer through the API. */
const answer = (owner: TestAccount, ref: string, more: object = {}) =>
  inTransaction(owner, (tx) =>
    charge(tx, {
      kind: 'api-message',
      ref,
      amountMicros: 10_000,
      purpose: { channel: 'api', assistantId: null, messages: 1, ...more },
    }),
  )

async function readCsv({ token }: TestAccount, query: string, headers: object = {}): Promise<string> {
  const response = await parley.app.http.inject({
    url: `/api/user/transactions?${query}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8')
  return response.body
}

describe('a transaction', () => {
  it('says what a message was for, and a refund takes it back', async () => {
    const sender = await parley.createSender()
    const { client, id: assistantId } = sender
    parley.carrier.control.script({ fault: 'fail', code: 63024 })
    const sent = await sender.sendTemplate(parley.createPhoneNumber())
    await parley.runUntilIdle()
    const { data } = await client.billing.listTransactions()
    const shared = {
      channel: 'chatapp',
      assistant_id: assistantId,
      conversation_id: sent.conversation_uuid,
      message_id: sent.whatsapp_message_id,
    }
    const price = usd(prices.chatappMessageMicros)
    assert.partialDeepStrictEqual(data, [
      { ...shared, kind: 'chatapp-refund', amount_usd: price, balance_after_usd: 100, messages: -1 },
      { ...shared, kind: 'chatapp-message', amount_usd: -price, messages: 1, description: 'Message in the chat app' },
      { kind: 'top-up', channel: null, amount_usd: 100, balance_after: 1000, unit: 'minutes', reference: 'test' },
    ])
    const { total } = await client.billing.getUsage()
    assert.deepEqual([total.messages, total.cost_usd], [0, 0])
  })

  it('belongs to the campaign that sent the message', async () => {
    const { client, phoneNumberId, id } = await parley.createCallingAssistant({ assistant: { type: 'inbound' } })
    const fields = { channel: 'sms', sms_from_phone_number_id: phoneNumberId, sms_body: 'x'.repeat(200) } as const
    const { id: campaign_id } = (await client.campaigns.create({ name: 'Spring', ...fields })).data
    await client.leads.create({ campaign_id, phone_number: parley.createPhoneNumber() })
    await client.campaigns.updateStatus({ campaign_id, action: 'start' })
    await parley.runUntilIdle()
    const { data } = await client.billing.listTransactions({ campaign_id })
    assert.partialDeepStrictEqual(data, [
      {
        kind: 'sms-message',
        description: 'SMS of 2 segments',
        segments: 2,
        messages: 1,
        assistant_id: id,
        campaign_id,
      },
    ])
    const usage = await client.billing.getUsage({ group_by: 'campaign,channel' })
    assert.partialDeepStrictEqual(usage.data, [
      {
        day: null,
        channel: 'sms',
        campaign_id,
        assistant_id: null,
        segments: 2,
        cost_usd: usd(2 * prices.smsSegmentMicros),
      },
    ])
  })

  it('says which call was paid for, and how long it was', async () => {
    const assistant = await parley.createCallingAssistant()
    const { externalId: accountSid } = context.settings.carrierAccount
    parley.carrier.control.behaveOnCalls('+12025553999', { pickUp: 'manual' })
    const { callId, sid } = await parley.placeCall(assistant, '+12025553999')
    await claimMedia(context, { token: parley.mediaTokenOf(sid), externalId: sid, carrierAccountId: accountSid })
    await parley.advanceClock(125_000)
    const ref = { accountId: assistant.account.id, callId }
    await finishCall(context, ref, {
      endedReason: 'caller_hung_up',
      endedBy: 'caller',
      transcript: [],
      latency: [],
      timeline: [],
    })
    const [paid] = (await assistant.client.billing.listTransactions({ kind: 'call' })).data
    assert.match(paid!.description, /^Call of 2 min \d+ s$/)
    assert.deepEqual([paid!.call_id, paid!.assistant_id, paid!.calls], [callId, assistant.id, 1])
    assert.ok(paid!.minutes >= 2.08 && paid!.minutes < 2.5, `${paid!.minutes}`)
    const call = await assistant.client.calls.get({ id: callId })
    assert.equal(paid!.amount_usd, -call.total_cost)
  })

  it('says which answer was paid for, in the widget and in an automation', async () => {
    const owner = await parley.createAssistant()
    const { conversation_id } = await owner.client.conversations.create({ assistant_id: owner.uuid })
    await owner.client.conversations.sendMessage({ uuid: conversation_id, message: 'Hello' })
    await runStep(parley, owner, 'ai', { input: { task: 'generate', prompt: 'Greet.' } })
    const { data } = await owner.client.billing.listTransactions()
    assert.partialDeepStrictEqual(data, [
      { kind: 'ai-step', channel: 'automation', ai_steps: 1 },
      { kind: 'widget-message', channel: 'widget', assistant_id: owner.id, conversation_id, messages: 1 },
      { kind: 'top-up' },
    ])
  })

  it('shows what the operator changed, why and by whom, in credits for a tenant', async () => {
    const owner = await parley.createAccount({ kind: 'tenant', balanceUsd: 10 })
    const change = (amountMicros: number, reference: string, more: object = {}) =>
      inTransaction(owner, (tx) =>
        changeBalance(tx, { kind: 'adjustment', amountMicros, reference, note: 'Goodwill', author: 'Eve', ...more }),
      )
    for (let repeated = 0; repeated < 2; repeated++)
      assert.deepEqual(await change(5_000_000, 'invoice 1', { kind: 'top-up' }), {
        balanceMicros: 15_000_000,
        heldMicros: 0,
      })
    await change(-2_000_000, 'correction 1')
    await assert.rejects(change(-1_000_000, 'correction 1'), { code: 'REFERENCE_TAKEN' })
    await inTransaction(owner, (tx) => hold(tx, { ref: 'call', amountMicros: 10_000_000 }))
    await assert.rejects(change(-3_000_001, 'too much'), { code: 'INSUFFICIENT_BALANCE' })
    await assert.rejects(change(-1, 'negative', { kind: 'top-up' }), RangeError)
    const { data } = await owner.client.billing.listTransactions({ reference: 'correction 1' })
    const credits = (micros: number) => micros / prices.creditMicros
    assert.partialDeepStrictEqual(data, [
      {
        kind: 'adjustment',
        unit: 'credits',
        amount: credits(-2_000_000),
        balance_after: credits(13_000_000),
        reference: 'correction 1',
        note: 'Goodwill',
        author: 'Eve',
      },
    ])
    assert.equal((await owner.client.billing.listTransactions()).total, 3)
    assert.deepEqual((await owner.client.billing.getUsage()).data, [])
  })
})

describe('an operator', () => {
  it('tops up any account once for each reference, and takes back what is not on hold', async () => {
    const home = await parley.createAccount()
    const operator = (await signInMember(parley, home.account, 'viewer', { isOperator: true })).client.billing
    const owner = await parley.createAccount({ balanceUsd: 10 })
    const { id } = owner.account
    const order = { id, kind: 'top-up', amount_usd: 5.5, reference: 'invoice 1', note: 'Bank transfer' } as const
    for (let repeated = 0; repeated < 2; repeated++)
      assert.deepEqual(await operator.changeBalance(order), { balance_usd: 15.5 })
    await assert.rejects(operator.changeBalance({ ...order, amount_usd: 6 }), { status: 400 })
    const back = { id, kind: 'adjustment', reference: 'correction 1' } as const
    await assert.rejects(operator.changeBalance({ ...back, amount_usd: -15.500001 }), { status: 400 })
    assert.deepEqual(await operator.changeBalance({ ...back, amount_usd: -15.5 }), { balance_usd: 0 })
    const wrongAmount = { amount_usd: ['The amount usd must be above 0, or below 0 for an adjustment.'] }
    for (const amount_usd of [-1, 0, 0.0000001])
      await assertInvalid(operator.changeBalance({ ...order, amount_usd, reference: 'x' }), wrongAmount)
    await assert.rejects(operator.changeBalance({ ...order, id: 999_999 }), { status: 404 })
    assert.partialDeepStrictEqual((await owner.client.billing.listTransactions({ reference: 'invoice 1' })).data, [
      { kind: 'top-up', amount_usd: 5.5, note: 'Bank transfer', author: 'A viewer' },
    ])
    await assert.rejects(home.client.billing.changeBalance(order), { status: 403 })
  })
})

describe('the list of transactions', () => {
  it('has pages, and cursors that do not move when new entries arrive', async () => {
    const owner = await parley.createAccount()
    const list = owner.client.billing.listTransactions
    for (let index = 0; index < 5; index++) await answer(owner, `a${index}`)
    const refs = (page: { data: { reference: string }[] }) => page.data.map(({ reference }) => reference)
    const first = await list({ per_page: 2 })
    assert.deepEqual([refs(first), first.total, first.last_page], [['a4', 'a3'], 6, 3])
    assert.deepEqual(refs(await list({ per_page: 2, page: 3 })), ['a0', 'test'])
    await answer(owner, 'new')
    const second = await list({ per_page: 2, cursor: first.next_cursor! })
    assert.deepEqual([refs(second), second.from], [['a2', 'a1'], 4])
    assert.deepEqual(refs(await list({ per_page: 2, cursor: second.prev_cursor! })), ['a4', 'a3'])
    const other = await parley.createAccount()
    await assertInvalid(other.client.billing.listTransactions({ cursor: first.next_cursor! }), {
      cursor: ['The selected cursor is invalid.'],
    })
  })

  it('is filtered by days in the time zone of the account', async () => {
    const owner = await parley.createAccount({ timeZone: 'Pacific/Auckland' })
    await answer(owner, 'a')
    const { created_at } = (await owner.client.billing.listTransactions({ channel: 'api' })).data[0]!
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland' }).format(new Date(created_at))
    const count = async (query: object) =>
      (await owner.client.billing.listTransactions({ channel: 'api', ...query })).total
    const next = new Date(Date.parse(local) + 86_400_000).toISOString().slice(0, 10)
    assert.deepEqual(
      [
        await count({ date_from: local, date_to: local }),
        await count({ date_from: next }),
        await count({ date_to: local }),
      ],
      [1, 0, 1],
    )
    const { data, time_zone } = await owner.client.billing.getUsage()
    assert.deepEqual([data.map(({ day }) => day), time_zone], [[local], 'Pacific/Auckland'])
  })

  it('is a CSV file on request, in which no text is a formula', async () => {
    const owner = await parley.createAccount()
    const notes = ['=1+1', '+1', '-1', '@A1', '\tx', 'a "quoted", text', 'plain']
    for (const [index, note] of notes.entries())
      await inTransaction(owner, (tx) =>
        changeBalance(tx, { kind: 'adjustment', amountMicros: -1, reference: `n${index}`, note }),
      )
    const [header, ...lines] = (await readCsv(owner, 'format=csv&kind=adjustment')).trimEnd().split('\r\n')
    const noteAt = header!.split(',').indexOf('note')
    const amountAt = header!.split(',').indexOf('amount_usd')
    assert.equal(lines.length, notes.length)
    assert.deepEqual(
      lines.reverse().map((line) => line.split(',').slice(noteAt).join(',').split(/,,20/)[0]),
      ["'=1+1", "'+1", "'-1", "'@A1", "'\tx", '"a ""quoted"", text"', 'plain'],
    )
    assert.equal(lines[0]!.split(',')[amountAt], '-0.000001')
    const accepted = await readCsv(owner, 'reference=n6', { accept: 'text/csv, application/json;q=0.5' })
    assert.equal(accepted.split('\r\n').length, 3)
    assert.equal(JSON.parse(await bodyOf(owner, 'format=json', { accept: 'text/csv' })).total, 8)
  })

  const bodyOf = async ({ token }: TestAccount, query: string, headers: object): Promise<string> =>
    (
      await parley.app.http.inject({
        url: `/api/user/transactions?${query}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
    ).body

  it('has every entry once in a file of several thousand', async () => {
    const owner = await parley.createAccount()
    const refs = Array.from({ length: 2_500 }, (_, index) => `r${index}`)
    await inTransaction(owner, async (tx) => {
      for (const ref of refs)
        await charge(tx, { kind: 'api-message', ref, amountMicros: 1, purpose: { channel: 'api', assistantId: null } })
    })
    const [header, ...lines] = (await readCsv(owner, 'format=csv&channel=api')).trimEnd().split('\r\n')
    const at = header!.split(',').indexOf('reference')
    assert.deepEqual(new Set(lines.map((line) => line.split(',')[at])), new Set(refs))
    assert.equal(lines.length, refs.length)
  })
})

describe('the usage', () => {
  it('is grouped and filtered as asked', async () => {
    const owner = await parley.createAccount()
    await answer(owner, 'a', { assistantId: 7, campaignId: 3 })
    await answer(owner, 'b', { assistantId: 7 })
    await answer(owner, 'c', { assistantId: 8 })
    const get = async (query: object) => {
      const { data, total } = await owner.client.billing.getUsage(query)
      const rows = data.map((row) => [row.channel, row.assistant_id, row.campaign_id, row.messages, row.cost_usd])
      return { rows, total: [total.messages, total.cost_usd, total.cost] }
    }
    assert.deepEqual(await get({ group_by: 'channel' }), {
      rows: [['api', null, null, 3, 0.03]],
      total: [3, 0.03, 0.3],
    })
    assert.deepEqual((await get({ group_by: 'assistant' })).rows, [
      [null, 7, null, 2, 0.02],
      [null, 8, null, 1, 0.01],
    ])
    assert.deepEqual(await get({ group_by: 'campaign,assistant', assistant_id: 7 }), {
      rows: [
        [null, 7, null, 1, 0.01],
        [null, 7, 3, 1, 0.01],
      ],
      total: [2, 0.02, 0.2],
    })
    assert.deepEqual((await get({ channel: 'sms' })).rows, [])
    assert.deepEqual((await get({ date_from: '2020-01-01', date_to: '2020-12-31' })).rows, [])
  })

  it('refuses groups and periods that do not exist or are too long', async () => {
    const { client } = await parley.createAccount()
    await assertInvalid(client.billing.getUsage({ group_by: 'day,name' }), {
      group_by: ['The group by format is invalid.'],
    })
    await assertInvalid(client.billing.getUsage({ date_from: '2025-01-01', date_to: '2026-12-31' }), {
      date_to: ['The period may not be longer than 400 days.'],
    })
    await assertInvalid(client.billing.getUsage({ date_from: '2026-02-01', date_to: '2026-01-31' }), {
      date_to: ['The date to must be a date after or equal to date from.'],
    })
  })

  it('is the sum of the entries after any concurrent charges and refunds', async () => {
    const step = fc.record({
      assistantId: fc.constantFrom(1, 2, null),
      campaignId: fc.constantFrom(5, null),
      amountMicros: fc.integer({ min: 1, max: 1_000 }),
      seconds: fc.integer({ min: 0, max: 500 }),
      isRefunded: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const owner = await parley.createAccount()
        await Promise.all(
          steps.map(async ({ amountMicros, isRefunded, ...purpose }, index) => {
            const ref = `call:${index}`
            await inTransaction(owner, (tx) =>
              charge(tx, { kind: 'call', ref, amountMicros, purpose: { channel: 'call', calls: 1, ...purpose } }),
            )
            const refund = { kind: 'chatapp-refund', ref: `refund:${ref}`, amountMicros, refundOf: ref } as const
            if (isRefunded) await inTransaction(owner, (tx) => credit(tx, refund))
          }),
        )
        const kept = steps.filter(({ isRefunded }) => !isRefunded)
        const { data, total } = await owner.client.billing.getUsage({ group_by: 'assistant,campaign' })
        const sum = (rows: typeof steps) => usd(rows.reduce((micros, { amountMicros }) => micros + amountMicros, 0))
        assert.deepEqual([total.calls, total.cost_usd], [kept.length, sum(kept)])
        for (const row of data) {
          const own = kept.filter((one) => one.assistantId === row.assistant_id && one.campaignId === row.campaign_id)
          assert.deepEqual([row.calls, row.cost_usd], [own.length, sum(own)])
        }
      }),
      { numRuns: 12 },
    )
  })
})
