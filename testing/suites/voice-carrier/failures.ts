// Tests how an adapter of the port of calls reports failed requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { accountOf, from, type OpenVoiceSetup, outgoingCall, to } from './setup.ts'

export function failuresSuite(open: OpenVoiceSetup): void {
  test('a call that the carrier refuses reports its error code', async () => {
    await using setup = await open()
    for (const [change, code] of [
      [{ to: '+1' }, '21211'],
      [{ from: '+12025550150' }, '21210'],
      [{ to: '+15559921215' }, '21215'],
      [{ to: '+15559921216' }, '21216'],
    ] as const) {
      const call = outgoingCall(change)
      await assertFails(setup.carrier.createCall(accountOf(setup), call), code, false)
    }
    assert.equal(setup.sandbox.calls().length, 0)
  })

  test('if the response is lost, late or an error, the outcome is unknown and the call can be looked up', async () => {
    await using setup = await open({ timeoutMs: 300 })
    const account = accountOf(setup)
    for (const [index, [fault, accepted]] of (
      [
        ['lost-reply', true],
        ['error-after-accept', true],
        ['slow-answer', true],
        ['lost-request', false],
        ['error-before-accept', false],
      ] as const
    ).entries()) {
      const since = setup.sandbox.control.now()
      const number = `+1202555016${index}`
      setup.sandbox.control.script({ faults: [{ fault, delayMs: 2_000 }], on: 'call' })
      const call = outgoingCall({ to: number })
      await assertFails(setup.carrier.createCall(account, call), 'outcome_unknown', false)
      const found = await setup.carrier.listCalls(account, { from, to: number, since })
      assert.equal(found.length, accepted ? 1 : 0, fault)
    }
  })

  test('a call beyond the rate of the carrier was not started', async () => {
    await using setup = await open()
    setup.sandbox.control.script({ faults: [{ fault: 'too-many-requests' }], on: 'call' })
    const call = outgoingCall()
    await assertFails(setup.carrier.createCall(accountOf(setup), call), '20429', true)
    assert.equal(setup.sandbox.calls().length, 0)
  })

  test('a request that reads is retryable if it was lost', async () => {
    await using setup = await open()
    const account = accountOf(setup)
    for (const [fault, code] of [
      ['lost-request', 'unavailable'],
      ['error-before-accept', 'unavailable'],
      ['too-many-requests', '20429'],
    ] as const) {
      for (const read of [
        () => setup.carrier.findCall(account, `CA${'0'.repeat(32)}`),
        () => setup.carrier.listCalls(account, { from, to, since: new Date(0) }),
        () => setup.carrier.endCall(account, `CA${'0'.repeat(32)}`),
        () => setup.carrier.listPhoneNumbers(account),
        () => setup.carrier.searchPhoneNumbers(account, { countryCode: 'US' }),
      ]) {
        setup.sandbox.control.script({ faults: [{ fault }], on: 'GET ' })
        await assertFails(read(), code, true)
      }
    }
  })

  test('wrong credentials are reported without secrets', async () => {
    await using setup = await open()
    const call = outgoingCall()
    const wrong = { ...accountOf(setup), credentials: 'the wrong token' }
    for (const ask of [
      () => setup.carrier.createCall(wrong, call),
      () => setup.carrier.endCall(wrong, `CA${'0'.repeat(32)}`),
      () => setup.carrier.listPhoneNumbers(wrong),
    ])
      await assertFails(ask(), 'unauthorised', false)
  })

  test('an unreachable carrier has not started the call', async () => {
    const setup = await open()
    const call = outgoingCall()
    await setup.sandbox[Symbol.asyncDispose]()
    await using _ = setup
    await assertFails(setup.carrier.createCall(accountOf(setup), call), 'connect_failed', true)
  })
}

async function assertFails(work: Promise<unknown>, code: string, retryable: boolean): Promise<void> {
  const error = await failureOf(work)
  assert.deepEqual([error.code, error.retryable], [code, retryable])
  const output = `${error.message} ${error.stack} ${String(error.cause)} ${JSON.stringify(error)}`
  for (const secret of ['secret', 'the wrong token', to]) assert.ok(!output.includes(secret))
}
