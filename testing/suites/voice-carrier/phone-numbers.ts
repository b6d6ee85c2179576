// Tests phone numbers through an adapter: searched, bought, configured and released.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NumberRoutes } from '#server/ports/voice-carrier.ts'
import { accountOf, from, type OpenVoiceSetup } from './setup.ts'

export function phoneNumbersSuite(open: OpenVoiceSetup): void {
  test('the numbers of the account are listed', async () => {
    await using setup = await open()
    const [number, ...others] = await setup.carrier.listPhoneNumbers(accountOf(setup))
    assert.deepEqual(others, [])
    assert.match(number?.externalId ?? '', /^PN[0-9a-f]{32}$/)
    assert.deepEqual(
      [number?.phoneNumber, number?.voiceCapable, number?.smsCapable, number?.calls],
      [from, true, true, { isOurs: false, to: null }],
    )
  })

  test('a number is searched, bought and released', async () => {
    await using setup = await open()
    const account = accountOf(setup)
    const available = await setup.carrier.searchPhoneNumbers(account, { countryCode: 'US' })
    assert.equal(available.length, 30)
    const { phoneNumber } = available[3]!
    const contains = phoneNumber.slice(2)
    const [found] = await setup.carrier.searchPhoneNumbers(account, { countryCode: 'US', contains })
    assert.deepEqual([found?.phoneNumber, found?.countryCode], [phoneNumber, 'US'])
    const bought = await setup.carrier.buyPhoneNumber(account, phoneNumber)
    assert.equal(bought.phoneNumber, phoneNumber)
    const numbers = await setup.carrier.listPhoneNumbers(account)
    assert.deepEqual(
      numbers.find(({ externalId }) => externalId === bought.externalId),
      bought,
    )
    await assert.rejects(setup.carrier.buyPhoneNumber(account, phoneNumber), { code: '21422', retryable: false })
    for (let count = 0; count < 2; count++) await setup.carrier.releasePhoneNumber(account, bought.externalId)
    assert.equal((await setup.carrier.listPhoneNumbers(account)).length, numbers.length - 1)
  })

  test('a country without numbers has none', async () => {
    await using setup = await open()
    assert.deepEqual(await setup.carrier.searchPhoneNumbers(accountOf(setup), { countryCode: 'XX' }), [])
  })

  test('the calls and SMS of a number are led here, and to nowhere', async () => {
    await using setup = await open({ publicUrl: 'https://parley.example' })
    const account = accountOf(setup)
    const routes = async () => {
      const [number] = await setup.carrier.listPhoneNumbers(account)
      return [number?.calls.isOurs, number?.sms.isOurs, number?.calls.to, number?.sms.to]
    }
    const [number] = await setup.carrier.listPhoneNumbers(account)
    const set = (change: NumberRoutes) => setup.carrier.setNumberRoutes(account, number!.externalId, change)
    await set({ calls: 'here' })
    const [calls, sms, callsTo] = await routes()
    assert.deepEqual([calls, sms], [true, false])
    assert.ok(String(callsTo).startsWith('https://parley.example/'))
    await set({ sms: 'here' })
    assert.deepEqual((await routes()).slice(0, 2), [true, true])
    await set({ calls: 'nowhere', sms: 'nowhere' })
    assert.deepEqual(await routes(), [false, false, null, null])
    const missing = setup.carrier.setNumberRoutes(account, `PN${'0'.repeat(32)}`, { calls: 'here' })
    await assert.rejects(missing, { code: '20404', reason: 'not_found', retryable: false })
  })
}
