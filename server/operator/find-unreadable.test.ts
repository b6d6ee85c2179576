// Tests of credentials that were encrypted with another master key: refused with one code, shown, and entered again.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { openSandboxCarrier } from '@parley/carrier-sandbox'
import { type RawBuilder, sql } from 'kysely'
import { ParleyError } from '#sdk/index.ts'
import { selectBalance } from '#server/features/billing/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { createFlow, runFlow, step } from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { examine } from './doctor.ts'

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const service = opened.use(await openReceiver(() => ({ body: '{}' })))
const log = createLog({ level: 'silent', pretty: false })
const carrier = opened.use(await openSandboxCarrier({ log }))
/** Unknown to the sandbox, so accounts have a carrier account of their own. */
const installation = { accountSid: `AC${'5'.repeat(32)}`, authToken: '5'.repeat(32) }
const config = {
  allowPrivate: ['127.0.0.0/8'],
  vendorUrls: { deepgram: service.url },
  twilio: { ...installation, apiBaseUrl: carrier.baseUrl },
}
const parley = opened.use(await startTestApp({ config }))
const { db } = parley.app.context
const code = 'SEALED_WITH_OTHER_KEY'

/** Has the effect of another master key. */
const seal = ({ account }: TestAccount, column: RawBuilder<unknown>, table: RawBuilder<unknown>) =>
  sql`update ${table} set ${column} = ${randomBytes(64)} where account_id = ${account.id}`.execute(db)

const refusedAs =
  (what: string) =>
  (error: unknown): true => {
    assert.ok(error instanceof ParleyError, String(error))
    assert.deepEqual([error.status, error.body['error_code']], [422, code])
    assert.equal(
      error.message,
      `${what} was encrypted with another master key. Enter it again, or restore the former master key.`,
    )
    return true
  }

async function credentials(): Promise<string> {
  const models = { describe: () => [], options: () => parley.config, embedding: () => parley.config.embedding }
  const findings = await examine({ context: parley.app.context, models } as never, parley.config)
  const { state, says } = findings.find(({ what }) => what === 'credentials')!
  return `${state}: ${says}`
}

describe('a credential of another master key', () => {
  it('is refused and shown if it is the key of a vendor', async () => {
    const owner = await parley.createAccount()
    const { vendors } = owner.client
    const key = async () => (await vendors.list()).data.find(({ vendor }) => vendor === 'deepgram')!.key!
    await vendors.set({ vendor: 'deepgram', access_key: 'a-key' })
    assert.equal((await key()).unreadable, false)
    await seal(owner, sql`sealed_key`, sql`vendor_keys`)
    assert.equal((await key()).unreadable, true)
    await assert.rejects(vendors.test({ vendor: 'deepgram' }), refusedAs('The key'))
    assert.match((await key()).last_error!, /another master key/)
    assert.match(await credentials(), new RegExp(`^fault: .*1 vendor key of account ${owner.account.id}`))
    await vendors.set({ vendor: 'deepgram', access_key: 'a-key' })
    assert.deepEqual([(await key()).unreadable, (await key()).last_error], [false, null])
    assert.equal(await credentials(), 'ok: All stored credentials can be decrypted.')
  })

  it('is refused and shown if it is the secret of a connection, in runs of automations too', async () => {
    const owner = await parley.createAccount()
    const { connections } = owner.client
    const input = { name: 'CRM', type: 'bearer', token: 'a token', test_url: service.url } as const
    const { id } = (await connections.create(input)).data
    const unreadable = async () => (await connections.list()).data.map(({ unreadable }) => unreadable)
    assert.deepEqual(await unreadable(), [false])
    await seal(owner, sql`sealed_secret`, sql`connections`)
    assert.deepEqual(await unreadable(), [true])
    await assert.rejects(connections.test({ id }), refusedAs('The secret of the connection'))
    const call = { method: 'GET', url: service.url, connection: 'CRM' }
    const run = await runFlow(await createFlow(owner, [step('call', 'http_request', call)]))
    const [failed] = run.steps
    assert.equal(failed!.classification, 'missing_connection')
    assert.match(failed!.error!, /^The secret of the connection was encrypted with another master key\./)
    assert.match(await credentials(), /1 connection of account/)
    await connections.update({ id, token: 'a new token' })
    assert.deepEqual(await unreadable(), [false])
  })

  it('is refused and shown if it is the token of a carrier account, and nothing is sent or charged', async () => {
    const owner = await parley.createAccount()
    const { senders, phoneNumbers, sms } = owner.client
    const own = { account_sid: carrier.accountSid, auth_token: carrier.authToken }
    const what = 'The secret of the carrier account'
    await senders.setCarrier(own)
    carrier.control.addNumber({ phoneNumber: '+14155560001' })
    const { id } = (await phoneNumbers.create({ phone_number: '+14155560001' })).data
    const before = await selectBalance(db, owner.account.id)
    await seal(owner, sql`credentials`, sql`carrier_accounts`)
    assert.equal((await senders.getCarrier()).data.unreadable, true)
    await assert.rejects(sms.send({ from: id, to: '+14155550123', body: 'Hello' }), refusedAs(what))
    await assert.rejects(phoneNumbers.create({ phone_number: '+14155560002' }), refusedAs(what))
    assert.deepEqual(await selectBalance(db, owner.account.id), before)
    assert.deepEqual(carrier.messages(), [])
    const callback = new Request('http://parley.test/carrier/twilio/message', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'x' },
      body: `AccountSid=${carrier.accountSid}`,
    })
    assert.equal((await parley.fetch(callback)).status, 403)
    assert.match(await credentials(), /1 carrier account of account/)
    await senders.setCarrier(own)
    assert.equal((await senders.getCarrier()).data.unreadable, false)
    await sms.send({ from: id, to: '+14155550123', body: 'Hello' })
  })

  it('is shown if it is the password of a SIP trunk or telephone', async () => {
    const owner = await parley.createAccount()
    const { sipTrunks, sipPhones } = owner.client
    const line = { sip_trunk_type: 'number', phone_number: '+493012345678', sip_address: 'sip.invalid' } as const
    await sipTrunks.create({ ...line, sip_username: 'example', sip_password: 'secret' })
    await sipPhones.create({ name: 'Front desk' })
    await seal(owner, sql`sealed_password`, sql`sip_trunks`)
    await seal(owner, sql`sealed_password`, sql`sip_phones`)
    const { id } = owner.account
    assert.match(await credentials(), new RegExp(`1 SIP trunk of account ${id}, 1 SIP telephone of account ${id}`))
  })
})
