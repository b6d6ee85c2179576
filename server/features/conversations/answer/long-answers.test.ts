// Tests of answers that exceed the limits: the turn fails with a reason, and nothing is stored or charged.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import type { ScriptedPiece } from '#testing/language-models/script.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const long = 'la '.repeat(10_000)

const parley = await startTestApp({ script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())

describe('an answer that is too long', () => {
  async function assertFails(pieces: ScriptedPiece[], reason: string): Promise<void> {
    const bob = await parley.createAssistant()
    const tools = [{ type: 'assistant_transfer' as const, assistant_id: bob.id }]
    const ada = await parley.createAssistant({ initial_message: null, tools }, bob)
    const balance = await ada.balance()
    parley.model.use({ pieces })
    const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
    await assert.rejects(
      ada.client.conversations.sendMessage({ uuid, message: 'Sing' }),
      refusedWith(400, { status: false, error: `Failed to process message: ${reason}` }),
    )
    assert.equal(await ada.balance(), balance)
    const { history } = (await ada.client.conversations.show({ uuid })).data
    assert.deepEqual(
      history.map(({ role, status }) => [role, status]),
      [['user', 'failed']],
    )
  }

  it('fails within one round', () =>
    assertFails([long, long, { stall: true }], 'The language model’s answer is too long.'))

  it('fails over several rounds of tool calls', async () => {
    const call = { tool: 'unknown', arguments: { text: long } }
    await assertFails([call], 'The whole answer is too long.')
  })

  it('ends a stream with an error event', async () => {
    const ada = await parley.createAssistant({ initial_message: null })
    parley.model.use({ pieces: [long, long, { stall: true }] })
    const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${ada.token}` }
    const { payload: text } = await parley.app.http.inject({
      method: 'POST',
      url: `/api/conversations/${uuid}/messages`,
      headers,
      payload: { message: 'Sing' },
    })
    assert.ok(text.length < 60_000)
    assert.match(text, /event: error\ndata: .*is too long/)
  })
})
