// The demonstration account, made by whoever starts first.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '#sdk/index.ts'
import { startParley, type TestParley, testBaseUrl } from '#server/testing/parley.ts'
import { openDemo } from './demo.ts'

describe('the demonstration', () => {
  let parley: TestParley
  before(async () => {
    parley = await startParley()
  })
  after(() => parley[Symbol.asyncDispose]())

  it('is made once, though several processes start at once, and each has a key of it', async () => {
    const { app, config } = parley
    const openIn = (folder: string) => openDemo(app.world, { ...config, dataDir: `${config.dataDir}/${folder}` })
    const demos = await Promise.all(['one', 'two', 'three'].map(openIn))
    const [first] = demos
    for (const { accountId, assistantId, apiKey } of demos) {
      assert.deepEqual([accountId, assistantId], [first!.accountId, first!.assistantId])
      const { accounts } = createClient({ baseUrl: testBaseUrl, apiKey, fetch: parley.fetch })
      assert.equal((await accounts.me()).name, 'Demonstration')
    }
  })
})
