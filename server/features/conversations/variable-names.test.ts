// Names of variables, wherever they are given: of assistants, of conversations, of single replies.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { startChat, type TestChat } from '#server/testing/chat.ts'

let chat: TestChat
before(async () => {
  chat = await startChat()
})
after(() => chat[Symbol.asyncDispose]())

const sentence = 'The variables may not have an empty name.'

async function refuses(call: Promise<unknown>, message = sentence): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ParleyError)
    assert.deepEqual([error.status, error.body['message']], [422, message])
    assert.deepEqual(error.errors, { variables: [sentence] })
    return true
  })
}

describe('a variable without a name', () => {
  for (const name of ['', '  '])
    it(`is refused under its field, named ${JSON.stringify(name)}`, async () => {
      const { client, id, uuid } = await chat.openAssistant({ variables: { shop: 'Acme' } })
      const variables = { shop: 'Other', [name]: 'x' }
      await refuses(client.assistants.create({ name: 'Bob', variables }), 'Validation failed')
      await refuses(client.assistants.update({ id, variables }), 'Validation failed')
      await refuses(client.conversations.create({ assistant_id: uuid, variables }))
      const asked = { assistant_id: id, customer_identifier: 'ann', message: 'Hi' }
      await refuses(client.conversations.generateReply({ ...asked, variables }))
      assert.deepEqual((await client.assistants.get({ id })).data.variables, { shop: 'Acme' })
    })
})
