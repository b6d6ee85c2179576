// Tests phone numbers through an adapter: searched, bought, configured and released.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf, from, type OpenVoiceSetup } from './setup.ts'

export function phoneNumbersSuite(open: OpenVoiceSetup): void {
  test('the numbers of the account are listed', async () => {
    await using setup = await open()
    const [number, ...others] = await setup.carrier.listPhoneNumbers(accountOf(setup))
    assert.deepEqual(others, [])
    assert.match(number?.sid ?? '', /^PN[0-9a-f]{32}$/)
    assert.deepEqual(
      [number?.phoneNumber, number?.voiceCapable, number?.smsCapable, number?.voiceUrl],
      [from, true, true, null],
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
      numbers.find(({ sid }) => sid === bought.sid),
      bought,
    )
    await assert.rejects(setup.carrier.buyPhoneNumber(account, phoneNumber), { code: '21422', retryable: false })
    for (let count = 0; count < 2; count++) await setup.carrier.releasePhoneNumber(account, bought.sid)
    assert.equal((await setup.carrier.listPhoneNumbers(account)).length, numbers.length - 1)
  })

  test('a country without numbers has none', async () => {
    await using setup = await open()
    assert.deepEqual(await setup.carrier.searchPhoneNumbers(accountOf(setup), { countryCode: 'XX' }), [])
  })

  test('the webhook of a number is set and removed', async () => {
    await using setup = await open()
    const account = accountOf(setup)
    const voiceUrl = async () => (await setup.carrier.listPhoneNumbers(account))[0]?.voiceUrl
    const [number] = await setup.carrier.listPhoneNumbers(account)
    await setup.carrier.setVoiceWebhook(account, number!.sid, 'https://parley.example/voice#rc=3')
    assert.equal(await voiceUrl(), 'https://parley.example/voice#rc=3')
    await setup.carrier.setVoiceWebhook(account, number!.sid, '')
    assert.equal(await voiceUrl(), null)
    const missing = setup.carrier.setVoiceWebhook(account, `PN${'0'.repeat(32)}`, 'https://parley.example/voice')
    await assert.rejects(missing, { code: '20404', retryable: false })
  })
}
