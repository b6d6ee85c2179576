// Tests that the search of a long call stays loaded.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { asAccount } from '#server/platform/context/context.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { bakeryDocuments, createKnowledgebase } from '#testing/app/test-knowledge.ts'
import { startRetrievalEmulator } from '#testing/emulators/retrieval.ts'
import { keepSearchWarm } from './search-knowledge.ts'

const isPreparation = ({ input }: Record<string, unknown>): boolean => JSON.stringify(input) === '["hello"]'
await using opened = new AsyncDisposableStack()
let asked = Promise.withResolvers<void>()
const models = opened.use(
  await startRetrievalEmulator({
    respond(_, body) {
      if (isPreparation(body)) asked.resolve()
      return 'normal'
    },
  }),
)
const embedding = { baseUrl: models.baseUrl, model: 'bge-m3' }
const parley = opened.use(await startTestApp({ config: { embedding } }))
const stack = opened.move()
after(() => stack.disposeAsync())

it('the search of a call is prepared again and again for the knowledgebase of its assistant', {
  timeout: 20_000,
}, async () => {
  const owner = await parley.createAccount()
  const id = await createKnowledgebase(parley, owner, bakeryDocuments)
  let knowledgebase: number | null = null
  let turns = 0
  const stop = keepSearchWarm(
    asAccount(parley.app.context, owner.account),
    () => {
      turns++
      return knowledgebase
    },
    5,
  )
  while (turns < 3) await new Promise(setImmediate)
  assert.ok(!models.requests.some(isPreparation), 'an assistant without documents')
  knowledgebase = id
  for (let round = 0; round < 2; round++) {
    await asked.promise
    asked = Promise.withResolvers()
  }
  stop()
})
