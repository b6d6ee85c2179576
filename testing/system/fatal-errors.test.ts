// Unhandled errors: the process ends after it has logged the error and the request or job that caused it.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createClient } from '#sdk/index.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp } from '../app/test-app.ts'
import { type ServerProcess, spawnServerProcess, startServerProcess } from '../processes/server-process.ts'

interface Line {
  level: number
  msg: string
  error: { message: string; stack: string }
  origin?: Record<string, string>
}

const parley = await startTestApp({ script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())
const ada = await parley.createAssistant({ initial_message: null })

describe('an unhandled error', { timeout: 200_000 }, () => {
  const environment = (failpoint: string): Record<string, string> => ({
    DATABASE_URL: parley.connectionString,
    DATA_DIR: parley.config.dataDir,
    OPENAI_BASE_URL: parley.model.baseUrl,
    OPENAI_API_KEY: 'test',
    LOG_LEVEL: 'error',
    FAILPOINT: failpoint,
  })

  /** Waits until the process has exited with an error, and returns what it logged, without the banner. */
  async function linesOf(server: ServerProcess): Promise<Line[]> {
    assert.deepEqual([await server.ended, server.exitCode()], [null, 1])
    const lines = server.logged().split('\n')
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  }

  it('in a request: a rejection is logged with the request, which is still answered before the process stops', async () => {
    await using server = await startServerProcess(
      environment('conversations.sendMessage/transaction-after-commit:1:reject'),
      { fromSources: true },
    )
    const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
    const answer = await fetch(`${server.baseUrl}/api/conversations/${uuid}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
      body: JSON.stringify({ message: 'Hi' }),
    })
    assert.equal(answer.status, 200)
    assert.equal(((await answer.json()) as { message: string }).message, 'Hello.')
    const [line, ...more] = await linesOf(server)
    assert.deepEqual(more, [])
    assert.equal(line?.msg, 'unhandled rejection, stopping')
    assert.equal(line?.error.message, 'failpoint')
    assert.match(line?.error.stack ?? '', /failpoint\.ts/)
    assert.deepEqual(line?.origin, {
      request: answer.headers.get('x-request-id'),
      route: '/api/conversations/:uuid/messages',
    })
  })

  it('in a request: an exception is logged with the request, and the process ends at once', async () => {
    await using server = await startServerProcess(
      environment('conversations.sendMessage/transaction-after-commit:1:throw'),
    )
    const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
    const client = createClient({ baseUrl: server.baseUrl, apiKey: ada.token })
    await Promise.allSettled([client.conversations.sendMessage({ uuid, message: 'Hi' })])
    const [line] = await linesOf(server)
    assert.equal(line?.msg, 'uncaught exception, exiting')
    assert.equal(line?.origin?.['route'], '/api/conversations/:uuid/messages')
  })

  it('in a job: a rejection is logged with the job', async () => {
    await transaction(parley.app.context, (tx) =>
      tx.addJob({ name: 'messages.repair' }, { accountId: ada.account.id, messageId: 1 }),
    )
    // The job may run, and end the process, before the server is ready.
    await using server: ServerProcess = await spawnServerProcess(environment('messages.repair/job-begun:1:reject'))
    const [line] = await linesOf(server)
    assert.equal(line?.msg, 'unhandled rejection, stopping')
    assert.deepEqual(Object.keys(line?.origin ?? {}), ['job', 'jobId'])
    assert.equal(line?.origin?.['job'], 'messages.repair')
  })
})
