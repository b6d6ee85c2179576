// Tests that the offline model answers from the documents of a knowledgebase that the server has processed.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '#server/testing/test-app.ts'
import { bakeryDocuments, createKnowledgebase, hostileDocuments } from '#server/testing/test-knowledge.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const owner = await parley.createAccount()
const documents = { ...bakeryDocuments, ...hostileDocuments }
const knowledgebase_id = await createKnowledgebase(parley, owner, documents)

const turns: [question: string, answer: RegExp][] = [
  ['Are you open on Sundays?', /^Sunday: closed\. \(Source: Opening hours\)/],
  ['And on Saturdays?', /^Saturday: 8:00–14:00\. \(Source: Opening hours\)$/],
  ['How long can I return a cake tin?', /^You can return cake tins within 30 days\. \(Source: Returns policy\)$/],
  ['What does parking cost?', /^Parking costs 3 euros per hour\. \(Source: Parking rules\)$/],
  ['Who won the football match in Rome?', /^The documents do not say anything about that\.$/],
]

for (const knowledgebase_mode of ['function_call', 'prompt'] as const)
  it(`the offline model answers from documents in the mode ${knowledgebase_mode}`, async () => {
    const settings = { initial_message: null, knowledgebase_id, knowledgebase_mode }
    const { uuid: assistant_id } = await parley.createAssistant(settings, owner)
    const { conversation_id: uuid } = await owner.client.conversations.create({ assistant_id })
    for (const [question, answer] of turns) {
      const { message, function_calls: calls } = await owner.client.conversations.sendMessage({
        uuid,
        message: question,
      })
      assert.match(message, answer)
      assert.deepEqual(
        calls.map(({ name }) => name),
        ['search_knowledgebase'],
      )
    }
  })
