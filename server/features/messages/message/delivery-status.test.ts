// The order of statuses: what a carrier may tell, in every order and more than once, ends the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CarrierStatus } from '#server/ports/carrier.ts'
import { contradictsDelivery, isFailedStatus, laterStatus, statusesBefore } from './delivery-status.ts'

const all: CarrierStatus[] = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'undelivered']
all.push('canceled', 'received', 'unknown')
const anyStatus = fc.constantFrom(...all)
const news = fc.array(anyStatus, { maxLength: 12 })
const fold = (told: CarrierStatus[], start: CarrierStatus = 'queued') => told.reduce(laterStatus, start)

test('a status rises and never falls', () => {
  assert.equal(fold(['sent', 'delivered', 'read']), 'read')
  assert.equal(fold(['read', 'delivered', 'sent', 'queued']), 'read')
  assert.equal(fold(['sent', 'read']), 'read')
  assert.equal(fold(['failed', 'sent', 'delivered']), 'failed')
  assert.equal(fold(['sent', 'undelivered', 'failed']), 'undelivered')
  assert.equal(fold(['canceled'], 'accepted'), 'canceled')
})

test('a failure after delivery is told but changes nothing', () => {
  for (const current of ['delivered', 'read'] as const) {
    assert.equal(laterStatus(current, 'failed'), current)
    assert.ok(contradictsDelivery(current, 'failed'))
    assert.ok(!contradictsDelivery(current, 'sent'))
  }
  assert.ok(!contradictsDelivery('sent', 'failed'))
})

test('news that is unknown, or of a message to us, changes nothing', () => {
  for (const current of all) {
    assert.equal(laterStatus(current, 'unknown'), current)
    assert.equal(laterStatus(current, 'received'), current)
  }
})

test('news told twice, or told again later, changes nothing', () => {
  fc.assert(
    fc.property(anyStatus, news, fc.nat(), (start, told, at) => {
      const end = fold(told, start)
      assert.equal(
        fold(
          told.flatMap((one) => [one, one]),
          start,
        ),
        end,
      )
      if (told.length > 0) assert.equal(laterStatus(end, told[at % told.length]!), end)
    }),
  )
})

test('without a failure the order of the news does not matter', () => {
  const steps = fc.uniqueArray(fc.constantFrom<CarrierStatus>('queued', 'sending', 'sent', 'delivered', 'read'))
  const orders = steps.chain((told) =>
    fc.tuple(fc.constant(told), fc.shuffledSubarray(told, { minLength: told.length })),
  )
  fc.assert(fc.property(orders, ([told, shuffled]) => assert.equal(fold(shuffled), fold(told))))
})

test('with a failure in place of delivery the order of the news does not matter either', () => {
  const steps = fc.tuple(
    fc.uniqueArray(fc.constantFrom<CarrierStatus>('queued', 'sending', 'sent')),
    fc.constantFrom<CarrierStatus>('failed', 'undelivered', 'canceled'),
  )
  const orders = steps.chain(([told, failure]) =>
    fc.tuple(fc.constant(failure), fc.shuffledSubarray([...told, failure], { minLength: told.length + 1 })),
  )
  fc.assert(fc.property(orders, ([failure, shuffled]) => assert.equal(fold(shuffled), failure)))
})

test('nothing comes after a failure, and no status before itself', () => {
  for (const status of all) {
    assert.ok(!statusesBefore(status).some(isFailedStatus))
    assert.ok(!statusesBefore(status).includes(status))
  }
})
