// Tests of the order of statuses: updates in any order, and repeated ones, lead to the same status.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { CarrierStatus } from '#server/ports/carrier.ts'
import { combineStatuses, contradictsDelivery, isFailedStatus, statusesBefore } from './delivery-status.ts'

const all: CarrierStatus[] = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'undelivered']
all.push('canceled', 'received', 'unknown')
const anyStatus = fc.constantFrom(...all)
const updateLists = fc.array(anyStatus, { maxLength: 12 })

/** The same as the SQL that applies updates. */
const applyUpdate = (current: CarrierStatus, update: CarrierStatus) =>
  statusesBefore(update).includes(current) ? update : current
const applyAll = (updates: CarrierStatus[], start: CarrierStatus = 'queued') => updates.reduce(applyUpdate, start)

describe('the status of a message', () => {
  it('advances and never goes back', () => {
    assert.equal(applyAll(['sent', 'delivered', 'read']), 'read')
    assert.equal(applyAll(['read', 'delivered', 'sent', 'queued']), 'read')
    assert.equal(applyAll(['sent', 'read']), 'read')
    assert.equal(applyAll(['failed', 'sent', 'delivered']), 'failed')
    assert.equal(applyAll(['sent', 'undelivered', 'failed']), 'undelivered')
    assert.equal(applyAll(['canceled'], 'accepted'), 'canceled')
    const ranks = ['queued', 'sent', 'delivered', 'read']
    fc.assert(
      fc.property(anyStatus, anyStatus, (current, update) => {
        const [before, after] = [current, applyUpdate(current, update)].map((status) => combineStatuses([status]))
        if (isFailedStatus(current)) assert.equal(after, before)
        else if (ranks.includes(after!)) assert.ok(ranks.indexOf(after!) >= ranks.indexOf(before!))
      }),
    )
  })

  it('stays when a failure is reported after delivery', () => {
    for (const current of ['delivered', 'read'] as const) {
      assert.equal(applyUpdate(current, 'failed'), current)
      assert.ok(contradictsDelivery(current, 'failed'))
      assert.ok(!contradictsDelivery(current, 'sent'))
    }
    assert.ok(!contradictsDelivery('sent', 'failed'))
  })

  it('stays when an update is unknown or belongs to a received message', () => {
    for (const current of all) {
      assert.equal(applyUpdate(current, 'unknown'), current)
      assert.equal(applyUpdate(current, 'received'), current)
    }
  })

  it('stays when an update is repeated at once or later', () => {
    fc.assert(
      fc.property(anyStatus, updateLists, fc.nat(), (start, updates, index) => {
        const end = applyAll(updates, start)
        const repeated = updates.flatMap((update) => [update, update])
        assert.equal(applyAll(repeated, start), end)
        if (updates.length > 0) assert.equal(applyUpdate(end, updates[index % updates.length]!), end)
      }),
    )
  })

  it('does not depend on the order of updates, if a failure excludes a delivery', () => {
    const steps = (...statuses: CarrierStatus[]) => fc.uniqueArray(fc.constantFrom(...statuses))
    const shuffle = (updates: CarrierStatus[]) => fc.shuffledSubarray(updates, { minLength: updates.length })
    const orders = steps('queued', 'sending', 'sent', 'delivered', 'read').chain((updates) =>
      fc.tuple(fc.constant(updates), shuffle(updates)),
    )
    fc.assert(fc.property(orders, ([updates, shuffled]) => assert.equal(applyAll(shuffled), applyAll(updates))))
    const failure = fc.constantFrom<CarrierStatus>('failed', 'undelivered', 'canceled')
    const ordersWithFailure = fc
      .tuple(steps('queued', 'sending', 'sent'), failure)
      .chain(([updates, failed]) => fc.tuple(fc.constant(failed), shuffle([...updates, failed])))
    fc.assert(fc.property(ordersWithFailure, ([failed, shuffled]) => assert.equal(applyAll(shuffled), failed)))
  })

  it('of several parts is the status of the worst part', () => {
    assert.equal(combineStatuses(['read', 'accepted']), 'queued')
    assert.equal(combineStatuses(['read', 'undelivered', 'sent']), 'undelivered')
    assert.equal(combineStatuses(['delivered', 'read']), 'delivered')
    assert.equal(combineStatuses(['canceled']), 'failed')
  })

  it('never changes after a failure, and is never replaced by itself', () => {
    for (const status of all) {
      assert.ok(!statusesBefore(status).some(isFailedStatus))
      assert.ok(!statusesBefore(status).includes(status))
    }
  })
})
