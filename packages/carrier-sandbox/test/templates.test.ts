// Tests of the Content API: templates, their review and their lists.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestSandbox, type TestSandbox } from './harness.ts'

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const body = 'Hello {{1}}, your parcel {{2}} is on its way to you'
const draft = {
  friendly_name: 'parcel',
  language: 'en',
  variables: { 1: 'Ann', 2: 'A1' },
  types: { 'twilio/text': { body } },
}

async function create(sandbox: TestSandbox, fields: object = {}): Promise<string> {
  const { status, body } = await sandbox.call('POST', '/v1/Content', { ...draft, ...fields })
  assert.equal(status, 201)
  return body.sid
}

async function assertRejected(reply: ReturnType<TestSandbox['call']>, code: number, why?: string) {
  const { status, body } = await reply
  assert.deepEqual([status, body.code], [400, code], why)
}

describe('a template', () => {
  test('is created, fetched, updated and deleted', async () => {
    await using sandbox = await startTestSandbox()
    const { sid, date_created, date_updated, ...rest } = (await sandbox.call('POST', '/v1/Content', draft)).body
    const url = `${sandbox.carrier.baseUrl}/v1/Content/${sid}`
    assert.match(sid, /^HX[0-9a-f]{32}$/)
    assert.match(date_created, iso)
    assert.match(date_updated, iso)
    assert.deepEqual(rest, {
      account_sid: sandbox.carrier.accountSid,
      ...draft,
      url,
      links: { approval_create: `${url}/ApprovalRequests/whatsapp`, approval_fetch: `${url}/ApprovalRequests` },
    })
    const template = sandbox.client.content.v1.contents(sid)
    const fetched = await template.fetch()
    assert.deepEqual([fetched.friendlyName, fetched.variables], ['parcel', draft.variables])
    const changed = await sandbox.call('PUT', `/v1/Content/${sid}`, { friendly_name: 'new' })
    assert.deepEqual([changed.status, changed.body.friendly_name], [200, 'new'])
    assert.equal(await template.remove(), true)
    await assert.rejects(template.fetch(), { code: 20404 })
  })

  test('is rejected with invalid fields', async () => {
    await using sandbox = await startTestSandbox()
    for (const [why, fields, code] of [
      ['no language', { language: undefined }, 20001],
      ['no types', { types: undefined }, 20001],
      ['an unknown type', { types: { 'twilio/song': { body } } }, 20001],
      ['101 variables', { variables: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, 'x'])) }, 92002],
      ['a list of variables', { variables: ['a'] }, 92007],
      ['a variable that is a number', { variables: { 1: 7 } }, 92007],
      ['a variable with a long name', { variables: { ['x'.repeat(17)]: 'a' } }, 92007],
      ['a form body', new URLSearchParams({ language: 'en' }), 20001],
    ] as const) {
      const content = fields instanceof URLSearchParams ? fields : { ...draft, ...fields }
      await assertRejected(sandbox.call('POST', '/v1/Content', content), code, why)
    }
  })
})

describe('a submitted template', () => {
  const submit = (sandbox: TestSandbox, sid: string, name = 'parcel', category = 'UTILITY') =>
    sandbox.call('POST', `/v1/Content/${sid}/ApprovalRequests/whatsapp`, { name, category })
  const statusOf = async (sandbox: TestSandbox, sid: string) =>
    (await sandbox.call('GET', `/v1/Content/${sid}/ApprovalRequests`)).body.whatsapp
  const reviewOf = async (fields: object, name: string, category: string) => {
    await using sandbox = await startTestSandbox()
    const sid = await create(sandbox, fields)
    await submit(sandbox, sid, name, category)
    await sandbox.carrier.control.settled()
    return await statusOf(sandbox, sid)
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
    assert.deepEqual([reply.status, reply.body], [201, approval])
    await sandbox.carrier.control.forward(1_000)
    assert.equal((await statusOf(sandbox, sid)).status, 'pending')
    await sandbox.carrier.control.forward(2_000)
    assert.deepEqual((await sandbox.call('GET', `/v1/Content/${sid}/ApprovalRequests`)).body, {
      sid,
      account_sid: sandbox.carrier.accountSid,
      whatsapp: { type: 'whatsapp', ...approval, status: 'approved' },
      url: `${sandbox.carrier.baseUrl}/v1/Content/${sid}/ApprovalRequests`,
    })
    const [listed] = await sandbox.client.content.v1.contentAndApprovals.list()
    assert.deepEqual(listed!.approvalRequests, { ...approval, status: 'approved' })
    await assertRejected(submit(sandbox, sid), 92009)
    assert.equal(sandbox.carrier.alarms.at(-1)!.code, 63046)
  })

  test('needs a valid name and category', async () => {
    await using sandbox = await startTestSandbox()
    const sid = await create(sandbox)
    await assertRejected(submit(sandbox, sid, 'My Parcel'), 20001)
    await assertRejected(submit(sandbox, sid, 'parcel', 'utility'), 20001)
  })

  test('is reviewed by its text, its type, its category and its name', async () => {
    const text = (body: string) => ({ 'twilio/text': { body } })
    const code = { 'whatsapp/authentication': { actions: [{ type: 'COPY_CODE', copy_code_text: 'Copy' }] } }
    for (const [types, status, { name = 'parcel', category = 'UTILITY', found = category } = {}] of [
      [text('{{1}} is on its way to you now'), 'rejected'],
      [text('We are on our way to {{1}}'), 'rejected'],
      [text('Hello dear {{1}} {{2}} we are on our way'), 'rejected'],
      [text('Hello dear {{1}}, we are on our way to {{3}} now'), 'rejected'],
      [text('Hello {{1}} or {{2}} there'), 'rejected'],
      [text(''), 'rejected'],
      [text('Your code is {{1}} as you asked'), 'rejected', { category: 'AUTHENTICATION' }],
      [code, 'rejected'],
      [code, 'approved', { category: 'AUTHENTICATION' }],
      [draft.types, 'rejected', { name: 'parcel_rejected' }],
      [draft.types, 'pending', { name: 'parcel_pending' }],
      [draft.types, 'paused', { name: 'parcel_paused' }],
      [draft.types, 'disabled', { name: 'parcel_disabled2' }],
      [draft.types, 'approved', { name: 'parcel_recategorised', found: 'MARKETING' }],
    ] as [object, string, { name?: string; category?: string; found?: string }?][]) {
      const review = await reviewOf({ types }, name, category)
      const hasReason = status === 'rejected'
      const actual = [review.status, review.category, review.rejection_reason !== '']
      assert.deepEqual(actual, [status, found, hasReason], JSON.stringify(types) + name)
    }
  })

  test('stays pending with manual review', async () => {
    await using sandbox = await startTestSandbox({ review: 'hand' })
    const sid = await create(sandbox)
    await submit(sandbox, sid)
    await sandbox.carrier.control.forward(48 * 3_600_000)
    assert.equal((await statusOf(sandbox, sid)).status, 'pending')
    sandbox.carrier.control.changeTemplate('parcel', { status: 'approved' })
    assert.equal((await statusOf(sandbox, sid)).status, 'approved')
  })
})

describe('the lists of templates', () => {
  test('have pages with absolute URLs', async () => {
    await using sandbox = await startTestSandbox()
    for (let number = 0; number < 5; number++) await create(sandbox, { friendly_name: `n${number}` })
    const { contents, meta: all } = (await sandbox.call('GET', '/v1/Content?PageSize=2')).body
    assert.deepEqual([contents.length, contents[0].friendly_name, contents[1].friendly_name], [2, 'n4', 'n3'])
    const { next_page_url, first_page_url, url, ...meta } = all
    assert.deepEqual(meta, { page: 0, page_size: 2, previous_page_url: null, key: 'contents' })
    for (const one of [next_page_url, first_page_url, url])
      assert.ok(one.startsWith(`${sandbox.carrier.baseUrl}/v1/Content?`))
    const listed = await sandbox.client.content.v1.contents.list({ pageSize: 2 })
    assert.equal(listed.map(({ friendlyName }) => friendlyName).join(' '), 'n4 n3 n2 n1 n0')
    assert.equal((await sandbox.client.content.v1.legacyContents.list()).length, 0)
  })

  test('have filters in v2', async () => {
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    control.addTemplate({ name: 'alpha', body: 'Hello one', language: 'en' })
    control.addTemplate({ name: 'beta', body: 'Hello two', language: 'de', status: 'rejected' })
    const types = { 'twilio/quick-reply': { body: 'Hello three', actions: [] } }
    control.addTemplate({ name: 'gamma', types, status: null })
    const v2 = sandbox.client.content.v2.contentAndApprovals
    for (const [filter, names] of [
      [{ channelEligibility: ['whatsapp:approved'] }, 'alpha'],
      [{ channelEligibility: ['whatsapp:rejected', 'whatsapp:unsubmitted'] }, 'gamma beta'],
      [{ language: ['de'] }, 'beta'],
      [{ contentType: ['twilio/quick-reply'] }, 'gamma'],
      [{ contentName: '^a' }, 'alpha'],
      [{ contentName: '^l|^beta$|amm$' }, 'beta'],
      [{ content: 'two|three' }, 'gamma beta'],
      [{ sortByContentName: 'desc' }, 'gamma beta alpha'],
      [{ dateCreatedAfter: new Date(Date.now() + 60_000) }, ''],
    ] as const) {
      const found = await v2.list(filter as never)
      assert.equal(found.map(({ friendlyName }) => friendlyName).join(' '), names)
    }
    assert.equal((await sandbox.client.content.v2.contents.list({ pageSize: 1 })).length, 3)
  })
})
