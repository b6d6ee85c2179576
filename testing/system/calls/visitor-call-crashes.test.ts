// Kills the server while a visitor starts a call and talks: there is one call, and the allowance pays for its time once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { createClient } from '#sdk/index.ts'
import { selectBalance, selectBrokenBalances } from '#server/features/billing/index.ts'
import { startTestApp, type TestAssistant } from '../../app/test-app.ts'
import { until } from '../../app/until.ts'
import { openCallServer } from '../../calls/call-server.ts'
import { spentByVisitors } from '../../features/visitor-limits.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const server = await openCallServer(parley, {}, { hasFailpoints: true })
after(() => server[Symbol.asyncDispose]())
const { db } = parley.app.context

async function begin(uuid: string, failpoint: string) {
  const { calls } = createClient({ baseUrl: server.ownUrl })
  const idempotencyKey = crypto.randomUUID()
  const start = () => calls.startAsVisitor({ assistant_id: uuid }, { idempotencyKey })
  await server.process().dieAt(failpoint)
  await assert.rejects(start())
  await server.process().ended
  await server.restart()
  return start()
}

async function talk({ url, token }: { url: string; token: string }): Promise<void> {
  const socket = new WebSocket(url)
  const started = new Promise<void>((resolve) => socket.once('message', () => resolve()))
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ event: 'start', token }))
  await started
}

/** A call whose process dies is paid until then. */
async function hasTalked(assistantId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select checkpoint_at > answered_at as has from calls where assistant_id = ${assistantId}`.execute(db)
  return rows[0]!.has
}

describe('the call of a visitor', () => {
  const failpoints = ['transaction-before-commit:1', 'transaction-after-commit:1']
  const assistants: TestAssistant[] = []

  // The process that creates the second call holds the first one when it dies.
  before(
    async () => {
      for (const failpoint of failpoints) {
        const ada = await parley.createAssistant({ widget_voice_enabled: true, initial_message: 'Hello.' })
        assistants.push(ada)
        const reply = await begin(ada.uuid, `calls.startAsVisitor/${failpoint}`)
        assert.equal((await ada.client.calls.list()).total, 1)
        assert.ok((await spentByVisitors(db, ada.id)) > 0)
        await talk(reply)
        await until(() => hasTalked(ada.id))
      }
      await server.process().kill()
      await server.restart()
    },
    { timeout: 120_000 },
  )

  for (const [index, failpoint] of failpoints.entries()) {
    it(`exists once after ${failpoint}, and is paid once after the process was killed`, {
      timeout: 120_000,
    }, async () => {
      const ada = assistants[index]!
      await until(async () => {
        await server.runCron('calls.recover')
        return (await ada.client.calls.list()).data[0]!.ended_reason !== null
      })
      const { data } = await ada.client.calls.list()
      assert.equal(data[0]!.ended_reason, 'process_died')
      const micros = Math.round(Number(data[0]!.total_cost) * 1e6)
      assert.ok(micros > 0)
      assert.equal(await spentByVisitors(db, ada.id), micros)
      assert.deepEqual(await selectBalance(db, ada.account.id), { balanceMicros: 1e8 - micros, heldMicros: 0 })
      assert.deepEqual(await selectBrokenBalances(db), [])
    })
  }
})
