// Tests of customers who begin to write from an ad or a post: what the assistant, the webhook and the inbox get of it.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { newestConversation } from '#testing/features/messages.ts'
import { payloadOf } from '#testing/requests/payload.ts'

const receiver = await openReceiver(() => ({}))
const parley = await startTestApp({
  carrier: {},
  config: { allowPrivate: [new URL(receiver.url).host] },
  script: 'We can do that.',
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const fields = {
  ReferralSourceType: 'ad',
  ReferralSourceId: '6000123',
  ReferralSourceUrl: 'https://fb.example/6000123',
  ReferralHeadline: 'Roses\nfor May',
  ReferralBody: `${'Ten roses. '.repeat(60)}"`,
  ReferralCtwaClid: 'click-17',
  ReferralNumMedia: '1',
  ReferralMediaUrl: 'https://media.example/1',
  ReferralMediaContentType: 'image/jpeg',
}
const referral = {
  source_type: 'ad',
  source_id: '6000123',
  source_url: 'https://fb.example/6000123',
  headline: 'Roses\nfor May',
  body: fields.ReferralBody,
  click_id: 'click-17',
  media_url: 'https://media.example/1',
  media_content_type: 'image/jpeg',
}
const newestPrompt = () => promptOf(parley.model.requests.at(-1)).join('\n')

describe('a message that a customer began from an ad', () => {
  it('keeps the ad, which the assistant knows for three days', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    await parley.askAssistant(sender, phone, 'I want this', { fields })
    const prompt = newestPrompt()
    assert.ok(prompt.includes('The customer began to write from an ad of the business: "Roses for May", "Ten roses.'))
    assert.ok(!prompt.includes('click-17') && prompt.length < 1_500)
    await parley.askAssistant(sender, phone, 'And a vase')
    assert.ok(newestPrompt().includes('Roses for May'))
    const { history } = await newestConversation(sender)
    assert.deepEqual(
      history.map((entry) => entry.referral),
      [referral, null, null, null],
    )
    await parley.turnClock(3 * 24 * 60 * 60_000)
    await parley.askAssistant(sender, phone, 'Hello again')
    assert.ok(!newestPrompt().includes('Roses'))
  })

  it('has the ad in the webhook of the sender, with null for missing parts', async () => {
    const sender = await parley.createSender({ sender: { messages_webhook_url: receiver.url } })
    await parley.askAssistant(sender, parley.createPhoneNumber(), 'Hi', { fields: { ReferralHeadline: 'Tulips' } })
    const nulls = Object.fromEntries(Object.keys(referral).map((name) => [name, null]))
    const payload = payloadOf('message.received', receiver.requests[0]!)
    assert.deepEqual(payload.referral, { ...nulls, headline: 'Tulips' })
  })
})

describe('a message that began elsewhere', () => {
  it('has no ad, even if the carrier says that the ad has no files', async () => {
    const sender = await parley.createSender()
    await parley.askAssistant(sender, parley.createPhoneNumber(), 'Hi', { fields: { ReferralNumMedia: '0' } })
    assert.ok(!newestPrompt().includes('began to write'))
    assert.equal((await newestConversation(sender)).history[0]?.referral, null)
  })
})
