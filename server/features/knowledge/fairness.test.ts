// Accounts with many documents do not delay the documents of others.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'

it('a document of one account does not wait for the many documents of another', async () => {
  await using parley = await startTestApp({ jobsRunning: true, config: { embedding: undefined } })
  const busy = await parley.createAccount()
  const quiet = await parley.createAccount()
  const knowledgebases = {
    busy: (await busy.client.knowledge.create({ name: 'Busy' })).data.id,
    quiet: (await quiet.client.knowledge.create({ name: 'Quiet' })).data.id,
  }
  const add = ({ client }: TestAccount, knowledgebaseId: number) =>
    client.knowledge.createDocument({
      knowledgebaseId,
      name: 'Rules',
      type: 'txt',
      file: new File(['Guests may stay until noon.'], 'rules.txt'),
    })
  for (let count = 0; count < 8; count++) await add(busy, knowledgebases.busy)
  await add(quiet, knowledgebases.quiet)
  await until(async () => (await quiet.client.knowledge.get({ id: knowledgebases.quiet })).data.status === 'active')
  const { data } = await busy.client.knowledge.listDocuments({ knowledgebaseId: knowledgebases.busy })
  assert.ok(data.filter(({ status }) => status === 'processing').length > 2)
  await until(async () => (await busy.client.knowledge.get({ id: knowledgebases.busy })).data.status === 'active')
})
