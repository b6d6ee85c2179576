// The webhooks of an assistant, switched on and off.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertInvalid, assertNotFound } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestAccount, type TestApp } from '#server/testing/test-app.ts'

describe('assistants', () => {
  let parley: TestApp
  let holder: TestAccount
  let other: TestAccount
  before(async () => {
    parley = await startTestApp()
    holder = await parley.createAccount()
    other = await parley.createAccount()
  })
  after(() => parley[Symbol.asyncDispose]())

  const create = async (account = holder) => (await account.client.assistants.create({ name: 'Ada' })).data
  const get = async (id: number) => (await holder.client.assistants.get({ id })).data

  it('switch each webhook on and off', async () => {
    const { id } = await create()
    const { assistants } = holder.client
    const switches = [
      ['Webhook', 'enableWebhook', 'disableWebhook', 'is_webhook_active', 'webhook_url'],
      [
        'Inbound webhook',
        'enableInboundWebhook',
        'disableInboundWebhook',
        'is_inbound_webhook_active',
        'inbound_webhook_url',
      ],
      [
        'Conversation ended webhook',
        'enableConversationEndedWebhook',
        'disableConversationEndedWebhook',
        'is_conversation_ended_webhook_active',
        'conversation_ended_webhook_url',
      ],
    ] as const
    for (const [what, enable, disable, active, url] of switches) {
      const hook = `https://hooks.example/${url}`
      await assertInvalid(assistants[enable]({ assistant_id: id }), {
        webhook_url: ['The webhook url field is required.'],
      })
      await assertInvalid(assistants[enable]({ assistant_id: id, webhook_url: 'http://10.0.0.1/' }), {
        webhook_url: ['This address is private or reserved and cannot be used.'],
      })
      assert.equal((await get(id))[url], null)
      assert.deepEqual(await assistants[enable]({ assistant_id: id, webhook_url: hook }), {
        message: `${what} enabled successfully`,
        data: [],
      })
      assert.deepEqual([(await get(id))[active], (await get(id))[url]], [true, hook])
      const off = { message: `${what} disabled successfully`, data: [] }
      assert.deepEqual(await assistants[disable]({ assistant_id: id }), off)
      assert.deepEqual(await assistants[disable]({ assistant_id: id }), off)
      assert.deepEqual([(await get(id))[active], (await get(id))[url]], [false, hook])
      await assistants[enable]({ assistant_id: id })
      assert.equal((await get(id))[active], true)
      for (const assistant_id of [999_999, (await create(other)).id]) {
        await assertNotFound(assistants[enable]({ assistant_id, webhook_url: hook }), 'Assistant not found')
        await assertNotFound(assistants[disable]({ assistant_id }), 'Assistant not found')
      }
      await assertInvalid(assistants[disable]({} as { assistant_id: number }), {
        assistant_id: ['The assistant id field is required.'],
      })
    }
    assert.equal((await get(id)).status, 'inactive')
  })
})
