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

  test('the webhooks of a number are set and removed', async () => {
    await using setup = await open()
    const account = accountOf(setup)
    const urls = async () => {
      const [number] = await setup.carrier.listPhoneNumbers(account)
      return [number?.voiceUrl, number?.smsUrl]
    }
    const [number] = await setup.carrier.listPhoneNumbers(account)
    const [voiceUrl, smsUrl] = ['https://parley.example/voice#rc=3', 'https://parley.example/message#rc=3']
    await setup.carrier.setNumberWebhooks(account, number!.sid, { voiceUrl })
    assert.deepEqual(await urls(), [voiceUrl, null])
    await setup.carrier.setNumberWebhooks(account, number!.sid, { smsUrl })
    assert.deepEqual(await urls(), [voiceUrl, smsUrl])
    await setup.carrier.setNumberWebhooks(account, number!.sid, { voiceUrl: '', smsUrl: '' })
    assert.deepEqual(await urls(), [null, null])
    const missing = setup.carrier.setNumberWebhooks(account, `PN${'0'.repeat(32)}`, { voiceUrl })
    await assert.rejects(missing, { code: '20404', retryable: false })
  })
}
