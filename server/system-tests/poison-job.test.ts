// A job whose run ends the process: given up after a few deaths, so that the server stays up and does the other work.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { maxDeaths } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startServerProcess } from '#server/testing/process.ts'
import { startTestApp } from '#server/testing/test-app.ts'

test('a job that ends every process it runs in is given up, and the server then stays up', {
  timeout: 200_000,
}, async () => {
  await using parley = await startTestApp({ script: { pieces: ['Goodbye.', { tool: 'end_call' }] } })
  const { db } = parley.app.context
  const ada = await parley.createAssistant({ initial_message: null, tools: [{ type: 'end_call' }] })
  const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
  await ada.client.conversations.sendMessage({ uuid, message: 'Hi' })
  // Two deaths are left, which saves the time of the others.
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs
    set run_at = now(), flags = ${JSON.stringify({ deaths: maxDeaths - 2 })}::jsonb returning id`.execute(db)
  const [poison, ...others] = rows
  assert.ok(poison && others.length === 0)
  const innocent = { name: 'messages.repair' }
  for (let messageId = 1; messageId <= 5; messageId++)
    await transaction(parley.app.context, (tx) => tx.addJob(innocent, { accountId: ada.account.id, messageId }))

  const start = () =>
    startServerProcess({
      DATABASE_URL: parley.connectionString,
      DATA_DIR: parley.config.dataDir,
      OPENAI_BASE_URL: parley.model.baseUrl,
      OPENAI_API_KEY: 'test',
      LOG_LEVEL: 'error',
      // In the job that ends a conversation, and in no other.
      FAILPOINT: 'end-before-written:1',
    })
  for (let death = 1; death <= 2; death++) {
    // It may die before it is ready.
    const server = await start().catch(() => undefined)
    // The pause after a death is not waited for.
    const hurry = setInterval(() => {
      sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db).catch(() => {})
    }, 100)
    const signal = await server?.ended
    clearInterval(hurry)
    if (server) assert.equal(signal, 'SIGKILL')
  }

  await using server = await start()
  const left = async () =>
    (
      await sql<{ id: string; isGivenUp: boolean }>`
        select id, attempts >= max_attempts as "isGivenUp" from graphile_worker._private_jobs`.execute(db)
    ).rows
  while (!(await left()).every(({ isGivenUp }) => isGivenUp)) await new Promise((resolve) => setTimeout(resolve, 100))
  assert.deepEqual(await left(), [{ id: poison.id, isGivenUp: true }])
  assert.match(server.logged(), /a job was given up because its process died/)
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text()
  assert.match(metrics, /^parley_jobs_given_up 1$/m)
  assert.equal((await fetch(`${server.baseUrl}/healthz`)).status, 200)
})
