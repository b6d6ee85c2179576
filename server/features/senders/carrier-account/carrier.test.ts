// A carrier account that a holder brings along: accepted by the carrier, kept sealed, used for that holder alone.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openSandboxCarrier, type SandboxCarrier } from '@parley/carrier-sandbox'
import { sql } from 'kysely'
import { asAccount } from '#server/platform/context/context.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { seal } from '#server/platform/security/secret-box.ts'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { assignSender, carrierAccountFor, findCarrierAccountBySid, inboundWebhookUrl } from '../index.ts'

/** Unknown to the sandbox, which knows one account alone: the one that holders bring along here. */
const installation = { accountSid: `AC${'5'.repeat(32)}`, authToken: '5'.repeat(32) }
const number = '+14155238886'

let carrier: SandboxCarrier
let parley: TestApp
before(async () => {
  carrier = await openSandboxCarrier({ log: createLog({ level: 'silent', pretty: false }) })
  const twilio = { ...installation, apiBaseUrl: carrier.baseUrl }
  parley = await startTestApp({ config: { twilio } })
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const own = () => ({ account_sid: carrier.accountSid, auth_token: carrier.authToken })
const ofFields = (errors: Record<string, string[]>) =>
  refusedWith(422, { message: Object.values(errors)[0]![0], errors })
const inUse = refusedWith(409, { message: 'Delete the senders of the present carrier account first.' })

describe('a carrier account', () => {
  it('is the installation’s unless a holder brings one along', async () => {
    const { client, account } = await parley.createAccount()
    assert.deepEqual(await client.senders.getCarrier(), {
      data: {
        owner: 'installation',
        account_sid: null,
        verified_at: null,
        inbound_webhook_url: inboundWebhookUrl(parley.app.context.settings),
      },
    })
    assert.deepEqual(await carrierAccountFor(asAccount(parley.app.context, account)), installation)
    await assert.rejects(client.senders.deleteCarrier(), refusedWith(404, { message: 'Carrier account not found' }))
  })

  it('is taken when the carrier accepts it, shown without its token, and given back', async () => {
    const { client, account } = await parley.createAccount()
    const { message, data } = await client.senders.setCarrier(own())
    assert.equal(message, 'Carrier account saved successfully')
    assert.deepEqual([data.owner, data.account_sid], ['account', carrier.accountSid])
    assert.deepEqual(await client.senders.getCarrier(), { data })
    assert.ok(!JSON.stringify(data).includes(carrier.authToken))
    const ctx = asAccount(parley.app.context, account)
    const expected = { accountSid: carrier.accountSid, authToken: carrier.authToken }
    assert.deepEqual(await carrierAccountFor(ctx), expected)
    assert.deepEqual(await findCarrierAccountBySid(ctx, carrier.accountSid), expected)
    assert.deepEqual(await findCarrierAccountBySid(ctx, installation.accountSid), installation)
    assert.equal(await findCarrierAccountBySid(ctx, `AC${'7'.repeat(32)}`), undefined)
    assert.deepEqual(await client.senders.deleteCarrier(), { message: 'Carrier account deleted successfully' })
    assert.deepEqual(await carrierAccountFor(ctx), installation)
  })

  it('is sealed where it is kept, and opens in no other account’s row', async () => {
    const { client, account } = await parley.createAccount()
    await client.senders.setCarrier(own())
    const { db } = parley.app.context
    const { rows } = await sql<{ token: Buffer; all: string }>`
      select auth_token as token, carrier_accounts::text as all from carrier_accounts
      where account_id = ${account.id}`.execute(db)
    assert.ok(!rows[0]!.token.includes(carrier.authToken) && !rows[0]!.all.includes(carrier.authToken))
    const thief = await parley.createAccount()
    await sql`update carrier_accounts set account_id = ${thief.account.id} where account_id = ${account.id}`.execute(db)
    await assert.rejects(carrierAccountFor(asAccount(parley.app.context, thief.account)), /encrypted with another master key/)
    await thief.client.senders.deleteCarrier()
  })

  it('is refused when the carrier does not accept it', async () => {
    const { client } = await parley.createAccount()
    for (const given of [
      { ...own(), auth_token: '0'.repeat(32) },
      { ...own(), account_sid: `AC${'7'.repeat(32)}` },
    ])
      await assert.rejects(
        client.senders.setCarrier(given),
        ofFields({ auth_token: ['The carrier does not accept these credentials.'] }),
      )
    await assert.rejects(
      client.senders.setCarrier({ ...own(), account_sid: 'ACme' }),
      ofFields({ account_sid: ['The account sid format is invalid.'] }),
    )
    carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /v2', times: 10 })
    await assert.rejects(
      client.senders.setCarrier(own()),
      refusedWith(503, { message: 'The carrier cannot be reached right now. Please try again.' }),
    )
    await carrier.control.reset()
    assert.equal((await client.senders.getCarrier()).data.owner, 'installation')
  })

  it('is one holder’s alone, and never the installation’s', async () => {
    const [first, second] = [await parley.createAccount(), await parley.createAccount()]
    const taken = ofFields({ account_sid: ['The account sid has already been taken.'] })
    await first.client.senders.setCarrier(own())
    await first.client.senders.setCarrier(own())
    await assert.rejects(second.client.senders.setCarrier(own()), taken)
    const { accountSid: account_sid, authToken: auth_token } = installation
    await assert.rejects(second.client.senders.setCarrier({ account_sid, auth_token }), taken)
    await first.client.senders.deleteCarrier()
  })

  it('lets a tenant register its numbers, with every template of the account', async () => {
    const { client, account } = await parley.createAccount({ kind: 'tenant' })
    carrier.control.addTemplate({ name: 'own_hello', body: 'Good morning to you.' })
    await client.senders.setCarrier(own())
    const { data } = await client.senders.create({ phone_number: number, display_name: 'Own' })
    assert.equal(data.status, 'online')
    const { data: templates } = await client.senders.listTemplates({ senderId: data.id })
    assert.deepEqual(
      templates.map(({ name }) => name),
      ['own_hello'],
    )
    await assert.rejects(
      assignSender(parley.app.context, { accountId: account.id, phoneNumber: number, templateSids: [] }),
      { message: `Account ${account.id} uses a carrier account of its own.` },
    )
    await client.senders.delete({ id: data.id })
    await client.senders.deleteCarrier()
  })

  it('is neither changed nor given back while it has senders, but its token may be renewed', async () => {
    const { client } = await parley.createAccount()
    await client.senders.setCarrier(own())
    const { id } = (await client.senders.create({ phone_number: number, display_name: 'Own' })).data
    await assert.rejects(client.senders.deleteCarrier(), inUse)
    await assert.rejects(client.senders.setCarrier({ ...own(), account_sid: `AC${'7'.repeat(32)}` }), inUse)
    await client.senders.setCarrier(own())
    await client.senders.delete({ id })
    await client.senders.deleteCarrier()
  })

  it('whose token the carrier refuses by now leaves the senders as they were', async () => {
    const { client, account } = await parley.createAccount()
    await client.senders.setCarrier(own())
    const { id } = (await client.senders.create({ phone_number: number, display_name: 'Own' })).data
    const { accountSid, authToken: right } = carrier
    const context = parley.app.context
    const { rows } = await sql<{ token: Buffer }>`
      select auth_token as token from carrier_accounts where account_id = ${account.id}`.execute(context.db)
    const place = `carrier_accounts:${account.id}:${accountSid}`
    const wrong = seal(context.settings.masterKey, right.toUpperCase().split('').reverse().join(''), place)
    await sql`update carrier_accounts set auth_token = ${wrong} where account_id = ${account.id}`.execute(context.db)
    await assert.rejects(
      client.senders.sync(),
      refusedWith(503, {
        success: false,
        error: 'The carrier does not accept the credentials of the carrier account.',
        error_code: 'CARRIER_UNAVAILABLE',
      }),
    )
    await parley.runCron('senders.plan-syncs')
    await parley.runJobs()
    assert.equal((await client.senders.list({})).data[0]?.status, 'online')
    await sql`update carrier_accounts set auth_token = ${rows[0]!.token} where account_id = ${account.id}`.execute(
      context.db,
    )
    await client.senders.delete({ id })
    await client.senders.deleteCarrier()
  })
})
