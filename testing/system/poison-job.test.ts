// A job that ends every process it runs in: it fails after a few deaths, so that the server stays up and runs other jobs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { maxDeaths } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { watchForAbandonedJobs } from '#server/platform/jobs/abandoned-jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '../app/test-app.ts'
import { startServerProcess } from '../processes/server-process.ts'

const pollEveryMs = 50

test('a job that ends every process it runs in fails, and the server then stays up', {
  timeout: 200_000,
}, async () => {
  await using parley = await startTestApp({ script: { pieces: ['Goodbye.', { tool: 'end_call' }] } })
  const { db, liveness } = parley.app.context
  const ada = await parley.createAssistant({ initial_message: null, tools: [{ type: 'end_call' }] })
  const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
  await ada.client.conversations.sendMessage({ uuid, message: 'Hi' })
  // Two more deaths are allowed, to save the time of the others.
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs
    set run_at = now(), flags = ${JSON.stringify({ deaths: maxDeaths - 2 })}::jsonb returning id`.execute(db)
  const [poison, ...others] = rows
  assert.ok(poison && others.length === 0)
  for (let messageId = 1; messageId <= 5; messageId++)
    await transaction(parley.app.context, (tx) =>
      tx.addJob({ name: 'messages.repair' }, { accountId: ada.account.id, messageId }),
    )

  // Looks for dead processes more often than a server does, and skips the pause after a death.
  let logged = ''
  const write = (line: string) => {
    logged += line
  }
  const log = createLog({ level: 'error', pretty: false, destination: { write } })
  await using _watch = watchForAbandonedJobs({
    workerId: 'test',
    liveness,
    db,
    log,
    intervalMs: pollEveryMs,
    isRunning: () => false,
    checks: [],
  })
  const hurry = setInterval(() => {
    sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db).catch(() => {})
  }, pollEveryMs)

  const start = () =>
    startServerProcess({
      DATABASE_URL: parley.connectionString,
      DATA_DIR: parley.config.dataDir,
      OPENAI_BASE_URL: parley.model.baseUrl,
      OPENAI_API_KEY: 'test',
      LOG_LEVEL: 'error',
      FAILPOINT: 'conversations.end/transaction-before-commit:1',
    })
  for (let death = 1; death <= 2; death++) {
    // The server may die before it is ready.
    const server = await start().catch(() => undefined)
    if (server) assert.equal(await server.ended, 'SIGKILL')
  }
  clearInterval(hurry)

  await using server = await start()
  const left = async () =>
    (
      await sql<{ id: string; isFailed: boolean }>`
        select id, attempts >= max_attempts as is_failed from graphile_worker._private_jobs`.execute(db)
    ).rows
  while (!(await left()).every(({ isFailed }) => isFailed))
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
  assert.deepEqual(await left(), [{ id: poison.id, isFailed: true }])
  assert.match(logged + server.logged(), /a job failed because its process died/)
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text()
  assert.match(metrics, /^parley_jobs_given_up 1$/m)
  assert.equal((await fetch(`${server.baseUrl}/healthz`)).status, 200)
})
