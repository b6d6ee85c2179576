// The carrier account of an account: validation, encryption, and its use for the senders.
import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { openSandboxCarrier } from '@parley/carrier-sandbox'
import {
  carrierAccountFor,
  findCarrierAccountById,
  saveCarrierAccount,
} from '#server/features/carrier-accounts/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { seal } from '#server/platform/security/secret-box.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { inboundUrlOf, invalidFields, registerSender } from '#testing/features/senders.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'
import { assignSender } from '../index.ts'

/** Unknown to the sandbox, whose only account is the one that the tests set. */
const twilio = { accountSid: `AC${'5'.repeat(32)}`, authToken: '5'.repeat(32) }
const installation = { carrier: 'twilio', externalId: twilio.accountSid, credentials: twilio.authToken }
const number = '+14155238886'

const carrier = await openSandboxCarrier({ log: createLog({ level: 'silent', pretty: false }) })
const parley = await startTestApp({ config: { twilio: { ...twilio, apiBaseUrl: carrier.baseUrl } } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const { accountSid, authToken } = carrier
const { context } = parley.app
const own = { account_sid: accountSid, auth_token: authToken }
const ownAccount = { carrier: 'twilio', externalId: accountSid, credentials: authToken }
const inUse = refusedWith(409, {
  message: 'Delete the senders and phone numbers of the current carrier account first.',
})

describe('a carrier account', () => {
  let owner: TestAccount
  let senders: TestAccount['client']['senders']
  const carrierAccount = () => carrierAccountFor(asAccount(context, owner.account))
  beforeEach(async () => {
    owner = await parley.createAccount()
    senders = owner.client.senders
  })
  /** Only one account can set the carrier account at a time. */
  afterEach(async () => {
    for (const { id } of (await senders.list({ status: 'all' })).data) await senders.delete({ id })
    if ((await senders.getCarrier()).data.owner === 'account') await senders.deleteCarrier()
  })

  it('is the one of the installation by default', async () => {
    const inbound_webhook_url = inboundUrlOf(context)
    assert.deepEqual(await senders.getCarrier(), {
      data: { owner: 'installation', account_sid: null, verified_at: null, unreadable: false, inbound_webhook_url },
    })
    assert.deepEqual(await carrierAccount(), installation)
    await assert.rejects(senders.deleteCarrier(), refusedWith(404, { message: 'Carrier account not found' }))
  })

  it('is set if the carrier accepts it, shown without its token, and deleted', async () => {
    const { message, data } = await senders.setCarrier(own)
    assert.equal(message, 'Carrier account saved successfully')
    assert.deepEqual([data.owner, data.account_sid], ['account', accountSid])
    assert.deepEqual(await senders.getCarrier(), { data })
    assert.ok(!JSON.stringify(data).includes(authToken))
    assert.deepEqual(await carrierAccount(), ownAccount)
    assert.deepEqual(await findCarrierAccountById(context, accountSid), ownAccount)
    assert.deepEqual(await findCarrierAccountById(context, installation.externalId), installation)
    assert.equal(await findCarrierAccountById(context, `AC${'7'.repeat(32)}`), undefined)
    assert.deepEqual(await senders.deleteCarrier(), { message: 'Carrier account deleted successfully' })
    assert.deepEqual(await carrierAccount(), installation)
  })

  it('is refused if the carrier does not accept it or is unavailable', async () => {
    const notAccepted = { auth_token: ['The carrier does not accept these credentials.'] }
    for (const [given, errors] of [
      [{ auth_token: '0'.repeat(32) }, notAccepted],
      [{ account_sid: `AC${'7'.repeat(32)}` }, notAccepted],
      [{ account_sid: 'ACme' }, { account_sid: ['The account sid format is invalid.'] }],
    ] as [object, Record<string, string[]>][])
      await assert.rejects(senders.setCarrier({ ...own, ...given }), invalidFields(errors))
    carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /v2', times: 10 })
    const unavailable = { message: 'The carrier cannot be reached right now. Please try again.' }
    await assert.rejects(senders.setCarrier(own), refusedWith(503, unavailable))
    await carrier.control.reset()
    assert.equal((await senders.getCarrier()).data.owner, 'installation')
  })

  it('belongs to one account, and cannot be the one of the installation', async () => {
    const { client } = await parley.createAccount()
    const taken = invalidFields({ account_sid: ['The account sid has already been taken.'] })
    await senders.setCarrier(own)
    await senders.setCarrier(own)
    await assert.rejects(client.senders.setCarrier(own), taken)
    const { accountSid: account_sid, authToken: auth_token } = twilio
    await assert.rejects(client.senders.setCarrier({ account_sid, auth_token }), taken)
  })

  it('allows a tenant to register its numbers, with all templates of the carrier account', async () => {
    owner = await parley.createAccount({ kind: 'tenant' })
    senders = owner.client.senders
    carrier.control.addTemplate({ name: 'own_hello', body: 'Good morning to you.' })
    await senders.setCarrier(own)
    const { id, status } = await registerSender(parley, owner, number)
    assert.equal(status, 'online')
    const { data: templates } = await senders.listTemplates({ senderId: id })
    assert.deepEqual(
      templates.map(({ name }) => name),
      ['own_hello'],
    )
    const accountId = owner.account.id
    await assert.rejects(assignSender(context, { accountId, phoneNumber: number, templateIds: [] }), {
      message: `Account ${accountId} uses its own carrier account.`,
    })
  })

  it('cannot be replaced or deleted while it has senders, but its token can be renewed', async () => {
    await senders.setCarrier(own)
    await registerSender(parley, owner, number)
    await assert.rejects(senders.deleteCarrier(), inUse)
    await assert.rejects(senders.setCarrier({ ...own, account_sid: `AC${'7'.repeat(32)}` }), inUse)
    await senders.setCarrier(own)
  })

  it('leaves the senders unchanged if the carrier no longer accepts its token', async () => {
    await senders.setCarrier(own)
    await registerSender(parley, owner, number)
    const boxContext = `carrier_accounts:${owner.account.id}:${accountSid}`
    const wrong = seal(context.settings.masterKey, authToken.toUpperCase().split('').reverse().join(''), boxContext)
    const verifiedAt = await selectNow(context.db)
    await saveCarrierAccount(context.db, owner.account.id, { ...ownAccount, credentials: wrong, verifiedAt })
    const error = 'The carrier does not accept the credentials of the carrier account.'
    const expected = refusedWith(503, { success: false, error, error_code: 'CARRIER_UNAVAILABLE' })
    await assert.rejects(senders.sync(), expected)
    await parley.runCron('senders.plan-syncs')
    await parley.runJobs()
    assert.equal((await senders.list({})).data[0]?.status, 'online')
  })
})
