// The sandbox that several processes share: its clock, which all of them go by, and what becomes of it when one ends.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openApp } from '#server/app.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import { asAccount } from '#server/platform/context.ts'
import { createLog } from '#server/platform/log.ts'
import { transaction } from '#server/platform/transaction.ts'
import { freePort } from '#server/testing/free-port.ts'
import { startParley } from '#server/testing/parley.ts'
import { openReceiver } from '#server/testing/receiver.ts'

const dayMs = 24 * 60 * 60 * 1000

it('has a clock that is followed by every process, signs no webhook, and goes back', async () => {
  await using receiver = await openReceiver()
  const sandboxPort = await freePort()
  await using parley = await startParley({
    config: { twilio: undefined, sandboxPort, allowPrivate: ['127.0.0.1'] },
  })
  const turn = async (method: string, body?: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${sandboxPort}/sandbox/clock`
    const reply = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
    assert.equal(reply.status, 200)
  }
  const log = createLog({ level: 'silent', pretty: false })
  await turn('POST', { forward_ms: dayMs })
  await using other = await openApp(parley.config, { log, jobsRunning: false })
  const aheadMs = ({ world }: typeof other): number =>
    Math.round((world.now().getTime() - world.machineNow().getTime()) / 60_000) * 60_000
  assert.deepEqual([aheadMs(parley.app), aheadMs(other)], [dayMs, dayMs])

  const { account } = await parley.openAccount()
  await transaction(asAccount(parley.app.world, account), (tx) =>
    deliverWebhook(tx, { url: receiver.url, kind: 'call.ended', subject: 'call-1', payload: {} }),
  )
  await parley.runJobs()
  const sentAtMs = Number(receiver.requests[0]!.headers['webhook-timestamp']) * 1000
  assert.ok(Math.abs(sentAtMs - Date.now()) < 60_000)

  await turn('DELETE')
  assert.equal(aheadMs(parley.app), 0)
  while (aheadMs(other) !== 0) await new Promise(setImmediate)
})

it('stays when the process whose sandbox it is has ended: another one serves it with what it remembers', async () => {
  const sandboxPort = await freePort()
  const config = { twilio: undefined, sandboxPort }
  const log = createLog({ level: 'silent', pretty: false })
  await using first = await startParley({ config })
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${sandboxPort}/sandbox/${path}`, init)
  const headers = { 'content-type': 'application/json' }
  await ask('clock', { method: 'POST', headers, body: JSON.stringify({ forward_ms: dayMs }) })
  await using survivor = await openApp(first.config, { log, jobsRunning: false })
  await first.app[Symbol.asyncDispose]()

  let reply: Response | undefined
  while (!reply?.ok) reply = await ask('clock').catch(() => undefined)
  const { turned_ms: turnedMs } = (await reply.json()) as { turned_ms: number }
  assert.ok(Math.abs(turnedMs - dayMs) < 60_000)
  const aheadMs = survivor.world.now().getTime() - survivor.world.machineNow().getTime()
  assert.ok(Math.abs(aheadMs - dayMs) < 60_000)
})
