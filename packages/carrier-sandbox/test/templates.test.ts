// Tests of the Content API: templates, their review and their lists.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestSandbox, type TestSandbox } from './harness.ts'

type Fields = Record<string, unknown>
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const body = 'Hello {{1}}, your parcel {{2}} is on its way to you'
const draft = {
  friendly_name: 'parcel',
  language: 'en',
  variables: { 1: 'Ann', 2: 'A1' },
  types: { 'twilio/text': { body } },
}

async function create(sandbox: TestSandbox, fields: Fields = draft): Promise<string> {
  const reply = await sandbox.call('POST', '/v1/Content', fields)
  assert.equal(reply.status, 201)
  return ((await reply.json()) as { sid: string }).sid
}

async function codeOf(reply: Promise<Response>): Promise<unknown> {
  const answer = await reply
  return [answer.status, ((await answer.json()) as Fields)['code']]
}

describe('a template', () => {
  test('is created, fetched, updated and deleted', async () => {
    await using sandbox = await startTestSandbox()
    const reply = await sandbox.call('POST', '/v1/Content', draft)
    const { sid, date_created, date_updated, ...rest } = (await reply.json()) as Fields
    const url = `${sandbox.carrier.baseUrl}/v1/Content/${sid}`
    assert.match(String(sid), /^HX[0-9a-f]{32}$/)
    assert.match(String(date_created), iso)
    assert.match(String(date_updated), iso)
    assert.deepEqual(rest, {
      account_sid: sandbox.carrier.accountSid,
      ...draft,
      url,
      links: { approval_create: `${url}/ApprovalRequests/whatsapp`, approval_fetch: `${url}/ApprovalRequests` },
    })
    const fetched = await sandbox.client.content.v1.contents(String(sid)).fetch()
    assert.deepEqual([fetched.friendlyName, fetched.variables], ['parcel', draft.variables])
    const changed = await sandbox.call('PUT', `/v1/Content/${sid}`, { friendly_name: 'new' })
    assert.deepEqual([changed.status, ((await changed.json()) as Fields)['friendly_name']], [200, 'new'])
    assert.equal(await sandbox.client.content.v1.contents(String(sid)).remove(), true)
    await assert.rejects(sandbox.client.content.v1.contents(String(sid)).fetch(), { code: 20404 })
  })

  for (const [why, fields, code] of [
    ['no language', { ...draft, language: undefined }, 20001],
    ['no types', { ...draft, types: undefined }, 20001],
    ['an unknown type', { ...draft, types: { 'twilio/song': { body } } }, 20001],
    [
      '101 variables',
      { ...draft, variables: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, 'x'])) },
      92002,
    ],
    ['a list of variables', { ...draft, variables: ['a'] }, 92007],
    ['a variable that is a number', { ...draft, variables: { 1: 7 } }, 92007],
    ['a variable with a long name', { ...draft, variables: { ['x'.repeat(17)]: 'a' } }, 92007],
  ] as const) {
    test(`is rejected with ${why}`, async () => {
      await using sandbox = await startTestSandbox()
      assert.deepEqual(await codeOf(sandbox.call('POST', '/v1/Content', fields)), [400, code])
    })
  }

  test('cannot be created from a form body', async () => {
    await using sandbox = await startTestSandbox()
    assert.deepEqual(
      await codeOf(sandbox.call('POST', '/v1/Content', new URLSearchParams({ language: 'en' }))),
      [400, 20001],
    )
  })
})

describe('a submitted template', () => {
  const submit = (sandbox: TestSandbox, sid: string, name = 'parcel', category = 'UTILITY') =>
    sandbox.call('POST', `/v1/Content/${sid}/ApprovalRequests/whatsapp`, { name, category })
  const statusOf = async (sandbox: TestSandbox, sid: string) => {
    const reply = await sandbox.call('GET', `/v1/Content/${sid}/ApprovalRequests`)
    return ((await reply.json()) as { whatsapp: Fields }).whatsapp
  }

  test('is received, pending and approved; nested in one response and flat in the list', async () => {
    await using sandbox = await startTestSandbox({ delaysMs: { pending: 1_000, verdict: 2_000 } })
    const sid = await create(sandbox)
    const unsubmitted = {
      name: '',
      category: '',
      content_type: 'twilio/text',
      status: 'unsubmitted',
      rejection_reason: '',
      allow_category_change: true,
    }
    assert.deepEqual(await statusOf(sandbox, sid), { type: 'whatsapp', ...unsubmitted })
    const reply = await submit(sandbox, sid)
    const approval = { ...unsubmitted, name: 'parcel', category: 'UTILITY', status: 'received' }
    assert.deepEqual([reply.status, await reply.json()], [201, approval])
    await sandbox.carrier.control.forward(1_000)
    assert.equal((await statusOf(sandbox, sid))['status'], 'pending')
    await sandbox.carrier.control.forward(2_000)
    const whole = await (await sandbox.call('GET', `/v1/Content/${sid}/ApprovalRequests`)).json()
    assert.deepEqual(whole, {
      sid,
      account_sid: sandbox.carrier.accountSid,
      whatsapp: { type: 'whatsapp', ...approval, status: 'approved' },
      url: `${sandbox.carrier.baseUrl}/v1/Content/${sid}/ApprovalRequests`,
    })
    const [listed] = await sandbox.client.content.v1.contentAndApprovals.list()
    assert.deepEqual(listed!.approvalRequests, { ...approval, status: 'approved' })
    assert.deepEqual(await codeOf(submit(sandbox, sid)), [400, 92009])
    assert.equal(sandbox.carrier.alarms.at(-1)!.code, 63046)
  })

  test('needs a valid name and category', async () => {
    await using sandbox = await startTestSandbox()
    const sid = await create(sandbox)
    assert.deepEqual(await codeOf(submit(sandbox, sid, 'My Parcel')), [400, 20001])
    assert.deepEqual(await codeOf(submit(sandbox, sid, 'parcel', 'utility')), [400, 20001])
  })

  for (const [why, text] of [
    ['starts with a variable', '{{1}} is on its way to you now'],
    ['ends with a variable', 'We are on our way to {{1}}'],
    ['has adjacent variables', 'Hello dear {{1}} {{2}} we are on our way'],
    ['skips a number', 'Hello dear {{1}}, we are on our way to {{3}} now'],
    ['has more variables than words', 'Hello {{1}} or {{2}} there'],
    ['is empty', ''],
  ] as const) {
    test(`is rejected if its text ${why}`, async () => {
      await using sandbox = await startTestSandbox()
      const sid = await create(sandbox, { ...draft, types: { 'twilio/text': { body: text } } })
      await submit(sandbox, sid)
      await sandbox.carrier.control.settled()
      const { status, rejection_reason } = await statusOf(sandbox, sid)
      assert.equal(status, 'rejected')
      assert.notEqual(rejection_reason, '')
    })
  }

  for (const [type, category, outcome] of [
    ['twilio/text', 'AUTHENTICATION', 'rejected'],
    ['whatsapp/authentication', 'UTILITY', 'rejected'],
    ['whatsapp/authentication', 'AUTHENTICATION', 'approved'],
  ] as const) {
    test(`of type ${type} is ${outcome} in the category ${category}`, async () => {
      await using sandbox = await startTestSandbox()
      const contents = {
        'twilio/text': { body: 'Your code is {{1}} as you asked' },
        'whatsapp/authentication': { actions: [{ type: 'COPY_CODE', copy_code_text: 'Copy' }] },
      }
      const sid = await create(sandbox, { ...draft, types: { [type]: contents[type] } })
      await submit(sandbox, sid, 'parcel', category)
      await sandbox.carrier.control.settled()
      assert.equal((await statusOf(sandbox, sid)).status, outcome)
    })
  }

  for (const [name, status, category] of [
    ['parcel_rejected', 'rejected', 'UTILITY'],
    ['parcel_pending', 'pending', 'UTILITY'],
    ['parcel_paused', 'paused', 'UTILITY'],
    ['parcel_disabled2', 'disabled', 'UTILITY'],
    ['parcel_recategorised', 'approved', 'MARKETING'],
  ] as const) {
    test(`named ${name} is ${status}`, async () => {
      await using sandbox = await startTestSandbox()
      const sid = await create(sandbox)
      await submit(sandbox, sid, name)
      await sandbox.carrier.control.settled()
      const found = await statusOf(sandbox, sid)
      assert.deepEqual([found['status'], found['category']], [status, category])
    })
  }

  test('stays pending with manual review', async () => {
    await using sandbox = await startTestSandbox({ review: 'hand' })
    const sid = await create(sandbox)
    await submit(sandbox, sid)
    await sandbox.carrier.control.forward(48 * 3_600_000)
    assert.equal((await statusOf(sandbox, sid))['status'], 'pending')
    sandbox.carrier.control.changeTemplate('parcel', { status: 'approved' })
    assert.equal((await statusOf(sandbox, sid))['status'], 'approved')
  })
})

describe('the lists of templates', () => {
  test('have pages with absolute URLs', async () => {
    await using sandbox = await startTestSandbox()
    for (let number = 0; number < 5; number++) await create(sandbox, { ...draft, friendly_name: `n${number}` })
    const page = (await (await sandbox.call('GET', '/v1/Content?PageSize=2')).json()) as {
      contents: Fields[]
      meta: Fields
    }
    assert.deepEqual(
      page.contents.map(({ friendly_name }) => friendly_name),
      ['n4', 'n3'],
    )
    const { next_page_url, first_page_url, url, ...meta } = page.meta
    assert.deepEqual(meta, { page: 0, page_size: 2, previous_page_url: null, key: 'contents' })
    for (const one of [next_page_url, first_page_url, url])
      assert.ok(String(one).startsWith(`${sandbox.carrier.baseUrl}/v1/Content?`))
    const all = await sandbox.client.content.v1.contents.list({ pageSize: 2 })
    assert.deepEqual(
      all.map(({ friendlyName }) => friendlyName),
      ['n4', 'n3', 'n2', 'n1', 'n0'],
    )
    assert.equal((await sandbox.client.content.v1.legacyContents.list()).length, 0)
  })

  test('have filters in v2', async () => {
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    control.addTemplate({ name: 'alpha', body: 'Hello one', language: 'en' })
    control.addTemplate({ name: 'beta', body: 'Hello two', language: 'de', status: 'rejected' })
    control.addTemplate({
      name: 'gamma',
      types: { 'twilio/quick-reply': { body: 'Hello three', actions: [] } },
      status: null,
    })
    const v2 = sandbox.client.content.v2.contentAndApprovals
    const names = async (filter: Parameters<typeof v2.list>[0]) =>
      (await v2.list(filter as never)).map(({ friendlyName }) => friendlyName)
    assert.deepEqual(await names({ channelEligibility: ['whatsapp:approved'] }), ['alpha'])
    assert.deepEqual(await names({ channelEligibility: ['whatsapp:rejected', 'whatsapp:unsubmitted'] }), [
      'gamma',
      'beta',
    ])
    assert.deepEqual(await names({ language: ['de'] }), ['beta'])
    assert.deepEqual(await names({ contentType: ['twilio/quick-reply'] }), ['gamma'])
    assert.deepEqual(await names({ contentName: '^a' }), ['alpha'])
    assert.deepEqual(await names({ content: 'two|three' }), ['gamma', 'beta'])
    assert.deepEqual(await names({ sortByContentName: 'desc' }), ['gamma', 'beta', 'alpha'])
    assert.deepEqual(await names({ dateCreatedAfter: new Date(Date.now() + 60_000) }), [])
    assert.equal((await sandbox.client.content.v2.contents.list({ pageSize: 1 })).length, 3)
  })
})
