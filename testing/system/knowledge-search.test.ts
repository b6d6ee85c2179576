// Tests that text conversations continue if the search of their documents takes too long or fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { promptOf } from '../app/scripted-model.ts'
import { startTestApp } from '../app/test-app.ts'
import { createKnowledgebase, holdSearches } from '../app/test-knowledge.ts'

const question = 'Are you open on Sundays?'

test('an assistant answers without documents if a search takes too long or fails', async () => {
  await using app = await startTestApp({ script: 'I do not know.' })
  const account = await app.createAccount()
  const knowledgebase_id = await createKnowledgebase(app, account, { Hours: 'On Sundays the bakery is closed.' })
  const open = async (knowledgebase_mode: 'function_call' | 'prompt') => {
    const settings = { initial_message: null, knowledgebase_id, knowledgebase_mode }
    const { uuid: assistant_id } = await app.createAssistant(settings, account)
    const { conversation_id: uuid } = await account.client.conversations.create({ assistant_id })
    return async () => {
      const { message, function_calls: calls } = await account.client.conversations.sendMessage({
        uuid,
        message: question,
      })
      return [message, calls[0]!.result]
    }
  }
  const [askWithTool, askWithPassages] = [await open('function_call'), await open('prompt')]
  const fails = async (error: string) => {
    app.model.use('I do not know.')
    assert.deepEqual(await askWithPassages(), ['I do not know.', { error }])
    assert.equal(promptOf(app.model.requests.at(-1)).at(-1), `user: ${question}`)
    app.model.use([
      { pieces: [{ tool: 'search_knowledgebase', arguments: { query: 'open' } }] },
      'I cannot look it up.',
    ])
    assert.deepEqual(await askWithTool(), ['I cannot look it up.', { error }])
  }
  const { db } = app.app.context
  const release = await holdSearches(db)
  await fails('The documents could not be searched in time.')
  await release()
  await sql`alter table knowledge_postings rename to lost_postings`.execute(db)
  await fails('The documents could not be searched.')
})
