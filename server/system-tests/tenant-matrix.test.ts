// No account can read, change or detect the records of another one, by any id of any endpoint.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contract } from '#contract/index.ts'
import { allowRefused, unlimitedVisitors } from '../testing/factories.ts'
import { listsOf } from '../testing/matrix/lists.ts'
import { calls, positionsOf } from '../testing/matrix/positions.ts'
import { probe } from '../testing/matrix/probe.ts'
import { snapshotOf } from '../testing/matrix/snapshot.ts'
import { openTenants, type Tenants, whyUntestable } from '../testing/matrix/tenants.ts'
import { startTestApp, type TestAccount, type TestApp } from '../testing/test-app.ts'

describe('tenants', () => {
  let parley: TestApp
  let tenants: Tenants
  let empty: TestAccount
  let listsBefore: Record<string, string>
  before(async () => {
    parley = await startTestApp({
      carrier: {},
      config: { allowPrivate: allowRefused },
      settings: unlimitedVisitors,
    })
    // Requests with the contract's example values register this number.
    parley.carrier.control.addSender({ number: '+14155238886' })
    empty = await parley.createAccount()
    listsBefore = await listsOf(parley, empty.token)
    tenants = await openTenants(parley)
  })
  after(() => parley[Symbol.asyncDispose]())

  it('can be tested at every position, because each kind of record has a factory', () => {
    const reasons = calls
      .flatMap(positionsOf)
      .map(({ call, steps, record }) => [whyUntestable(record, Object.keys(contract)), `(${call}, ${steps.join('.')})`])
      .filter(([reason]) => reason !== undefined)
      .map((parts) => parts.join(' '))
    assert.deepEqual(reasons, [])
  })

  for (const call of calls) {
    const positions = positionsOf(call)
    if (positions.length === 0) continue
    it(`are kept apart by ${call.endpoint.method} ${call.endpoint.path}`, async () => {
      const { db } = parley.app.context
      const before = await snapshotOf(db, tenants.hidden.account.id)
      const faults: string[] = []
      for (const position of positions) faults.push(...(await probe(parley, tenants, position)).faults)
      assert.deepEqual(await snapshotOf(db, tenants.hidden.account.id), before)
      assert.deepEqual(faults, [])
    })
  }

  it('are kept apart by every list, and the lists of an account without records do not change', async () => {
    assert.deepEqual(await listsOf(parley, empty.token), listsBefore)
    for (const [url, answer] of Object.entries(await listsOf(parley, tenants.own.token))) {
      for (const canary of tenants.canaries) assert.ok(!answer.includes(canary), url)
    }
  })
})
