// Tests of the webhooks about contacts: what they report, and that a receiver can end them.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'

let status = 200
const receiver = await openReceiver(() => ({ status }))
const parley = await startTestApp({
  carrier: {},
  config: { allowPrivate: [new URL(receiver.url).host] },
  script: 'We will see to it.',
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const received = () => receiver.requests.splice(0).map(({ body }) => JSON.parse(body.toString()))

it('webhooks report new, changed and merged contacts until they are disabled', async () => {
  const sender = await parley.createSender()
  const { contacts } = sender.client
  await contacts.setWebhook({ webhook_url: receiver.url })
  assert.equal((await contacts.getWebhook()).webhook_url, receiver.url)
  const phone = parley.createPhoneNumber()
  await parley.askAssistant(sender, phone, 'Hi', { profileName: 'Ann' })
  const [created, ...none] = received()
  assert.deepEqual([created.event, created.contact.name, none.length], ['contact_created', 'Ann', 0])
  assert.deepEqual(created.contact.addresses[0].address, phone)
  await parley.askAssistant(sender, phone, 'Hi again', { profileName: 'Ann' })
  assert.deepEqual(received(), [])

  const { id } = created.contact
  await contacts.update({ id, attributes: { plan: 'gold' } })
  const { data: other } = await contacts.create({ email: 'ann@example.com', name: 'Ann B.' })
  await contacts.merge({ id, contact_id: other.id })
  await parley.runUntilIdle()
  const events = received().map(({ event, contact, merged_contact_id: mergedId }) => [
    event,
    contact.id,
    contact.name,
    mergedId,
  ])
  assert.deepEqual(events.toSorted(), [
    ['contact_created', other.id, 'Ann B.', undefined],
    ['contact_merged', id, 'Ann B.', other.id],
    ['contact_updated', id, 'Ann', undefined],
  ])

  await parley.askAssistant(sender, phone, 'Hi', { fields: { ExternalUserId: 'whatsapp:US.881' } })
  const [joined, ...others] = received()
  assert.deepEqual([joined.event, joined.contact.addresses.length, others.length], ['contact_updated', 3, 0])

  await assertInvalid(contacts.setWebhook({ webhook_url: 'http://10.0.0.1/hook' }), {
    webhook_url: [
      'This address is private or reserved and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.',
    ],
  })
  status = 410
  await contacts.update({ id, name: 'Ann Bell' })
  await parley.runUntilIdle()
  assert.equal((await contacts.getWebhook()).webhook_url, null)
})
