// Tests of the demo account.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { createClient } from '#sdk/index.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { startTestDemo } from '#testing/app/test-demo.ts'
import { until } from '#testing/app/until.ts'
import { awaitDemoReviews, openDemo } from './demo.ts'

it('the demo assistant has a phone number; the demo sender can send immediately, and has a template of each status', async () => {
  await using parley = await startTestApp({ config: { twilio: undefined, sandboxPort: 0 } })
  const demo = await openDemo(parley.app.context, parley.config)
  const { senderId, templates } = demo.sender!
  const { assistants, messages, phoneNumbers, senders } = createClient({
    baseUrl: testBaseUrl,
    apiKey: demo.apiKey,
    fetch: parley.fetch,
  })
  assert.equal(demo.phoneNumber, '+14155238886')
  const { data } = await assistants.get({ id: demo.assistantId })
  const [number] = await phoneNumbers.list()
  assert.deepEqual([number?.phone_number, data.phone_number_id], [demo.phoneNumber, number?.id])
  const sent = await messages.sendTemplate({
    sender_id: senderId,
    template_id: templates.approved,
    recipient_phone: '+447700900123',
    variables: { customer_name: 'Grace', order_number: 'A-1001' },
  })
  assert.equal(sent.success, true)
  await awaitDemoReviews(parley.app.context, demo)
  const { data: listed } = await senders.listTemplates({ senderId, status: 'all' })
  const named = listed.map(({ id, name, status }) => [id, name, status])
  assert.deepEqual(named.sort(), [
    [templates.approved, 'order_ready', 'approved'],
    [templates.pending, 'spring_offer_pending', 'pending'],
    [templates.rejected, 'old_promise_rejected', 'rejected'],
  ])
})

it('the demo account is created once by processes that start concurrently, and each gets an API key', async () => {
  await using parley = await startTestApp()
  const { app, config } = parley
  const openIn = (folder: string) => openDemo(app.context, { ...config, dataDir: `${config.dataDir}/${folder}` })
  const demos = await Promise.all(['one', 'two', 'three'].map(openIn))
  const [first] = demos
  for (const { accountId, assistantId, apiKey } of demos) {
    assert.deepEqual([accountId, assistantId], [first!.accountId, first!.assistantId])
    const { accounts } = createClient({ baseUrl: testBaseUrl, apiKey, fetch: parley.fetch })
    assert.equal((await accounts.me()).name, 'Demonstration')
  }
})

it('the inbound call of the documentation reaches the receptionist of the bakery', async () => {
  await using parley = await startTestDemo()
  const page = await readFile(new URL('../../docs/calls.md', import.meta.url), 'utf8')
  const [, body] =
    /receive an inbound call \|.*\/sandbox\/calls -H 'Content-Type: application\/json' -d '([^']+)'/.exec(page)!
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${parley.sandboxPage}/calls`, { method: 'POST', headers, body: body! })
  assert.equal(reply.status, 200)
  const callOf = async () => (await parley.client.calls.list({})).data[0]
  await until(async () => (await callOf()) !== undefined)
  const { assistant_phone_number, assistant_name } = (await callOf())!
  assert.deepEqual(
    [assistant_phone_number, assistant_name],
    ['+14155550101', 'Ada of the demonstration, for inbound calls'],
  )
})
