// Tests of what the SIP carrier gets and stores: lines, their changes, their states, and which process serves them.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openNotifications } from '#server/platform/database/notifications.ts'
import { openProcessLiveness } from '#server/platform/database/process-liveness.ts'
import type { PhoneState, TrunkState } from '#server/ports/sip-lines.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { createSipLines } from './index.ts'

/** Without a process that serves the lines. */
const parley = await startTestApp({ config: { roles: ['api', 'worker'] } })
const { context } = parley.app
const { connectionString } = parley
const notifications = await openNotifications(connectionString, context.log)
after(async () => {
  await notifications[Symbol.asyncDispose]()
  await parley[Symbol.asyncDispose]()
})
const warnings: object[] = []
const log = { ...context.log, warn: (fields: object) => void warnings.push(fields) } as typeof context.log
const lines = createSipLines({ ...context, log }, notifications)

const trunkInput = {
  sip_trunk_type: 'number' as const,
  phone_number: '+493012345678',
  sip_username: '1234567e0',
  sip_password: 'very secret',
  sip_address: 'proxy.example.com',
  sip_domain: 'example.com',
  additional_phone_numbers: ['+493012345679'],
  caller_id_from: 'account' as const,
  caller_id_fields: ['p-preferred' as const],
  max_calls: 2,
}

const createTrunk = async ({ client }: TestAccount, fields = {}) =>
  (await client.sipTrunks.create({ ...trunkInput, ...fields })).data
const createPhone = async ({ client }: TestAccount, fields = {}) =>
  (await client.sipPhones.create({ name: 'Front desk', ...fields })).data

describe('the lines', () => {
  it('are those of all accounts, with their passwords', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const { id } = await createTrunk(owner)
    const phone = await createPhone(owner, { phone_number_id: id })
    const foreign = await createTrunk(other, { sip_username: null, sip_password: null, caller_id_from: 'number' })
    const trunks = await lines.listTrunks()
    const trunk = trunks.find((one) => one.id === id)!
    assert.deepEqual(trunk, {
      id,
      accountId: owner.account.id,
      carrierAccountId: trunk.carrierAccountId,
      phoneNumbers: ['+493012345678', '+493012345679'],
      address: 'proxy.example.com',
      port: null,
      transport: null,
      domain: 'example.com',
      username: '1234567e0',
      authUsername: null,
      password: 'very secret',
      registers: true,
      callingFormat: '+e164',
      countryCode: 'DE',
      callerFields: ['p-preferred'],
      from: 'account',
      inboundAuthorization: 'auth',
      allowedInboundIps: [],
      srtp: 'off',
      codecs: ['PCMA', 'PCMU'],
      maxCalls: 2,
      mayBePrivate: true,
      allowsRefer: false,
    })
    const ofOther = trunks.find((one) => one.id === foreign.id)!
    assert.deepEqual([ofOther.password, ofOther.username, ofOther.registers], [null, '493012345678', false])
    assert.notEqual(ofOther.carrierAccountId, trunk.carrierAccountId)
    assert.deepEqual(await lines.listPhones(), [
      {
        id: phone.id,
        accountId: owner.account.id,
        carrierAccountId: trunk.carrierAccountId,
        username: phone.username,
        password: phone.password,
        name: 'Front desk',
        extension: '100',
        phoneNumber: '+493012345678',
      },
    ])
  })

  it('leave out those whose passwords cannot be decrypted, with one warning', async () => {
    const owner = await parley.createAccount()
    const { id } = await createTrunk(owner)
    const phone = await createPhone(owner)
    const { db } = context
    await sql`update sip_trunks set sealed_password = ${Buffer.alloc(64)} where phone_number_id = ${id}`.execute(db)
    await sql`update sip_phones set sealed_password = ${Buffer.alloc(64)} where id = ${phone.id}`.execute(db)
    for (let times = 0; times < 2; times++) {
      assert.ok(!(await lines.listTrunks()).some((trunk) => trunk.id === id))
      assert.ok(!(await lines.listPhones()).some((one) => one.id === phone.id))
    }
    const accountId = owner.account.id
    assert.deepEqual(warnings, [
      { accountId, trunkId: id },
      { accountId, phoneId: phone.id },
    ])
  })
})

it('every change is announced, until it is no longer wanted', async () => {
  const owner = await parley.createAccount()
  let announced = Promise.withResolvers<void>()
  const stop = lines.onChange(() => announced.resolve())
  const announces = async <R>(change: () => Promise<R>): Promise<R> => {
    announced = Promise.withResolvers<void>()
    const result = await change()
    await announced.promise
    return result
  }
  const { id } = await announces(() => createTrunk(owner))
  await announces(() => owner.client.sipTrunks.update({ id, max_calls: 3 }))
  const [, additional] = await owner.client.phoneNumbers.list()
  await announces(() => owner.client.phoneNumbers.delete({ id: additional!.id }))
  await announces(() => owner.client.phoneNumbers.delete({ id }))
  const phone = await announces(() => createPhone(owner))
  await announces(() => owner.client.sipPhones.update({ id: phone.id, name: 'Lobby' }))
  await announces(() => owner.client.sipPhones.delete({ id: phone.id }))
  stop()
  announced = Promise.withResolvers<void>()
  const other = Promise.withResolvers<void>()
  const stopOther = lines.onChange(other.resolve)
  await createPhone(owner)
  await other.promise
  stopOther()
  const outcome = await Promise.race([announced.promise.then(() => 'announced'), Promise.resolve('silent')])
  assert.equal(outcome, 'silent')
})

describe('the state of a trunk', () => {
  it('is shown, and written only if it differs considerably', async () => {
    const owner = await parley.createAccount()
    const trunk = { ...(await createTrunk(owner)), accountId: owner.account.id }
    const shown = async () => (await owner.client.sipTrunks.get({ id: trunk.id })).data.state
    const versionAfter = async (state: TrunkState) => {
      await lines.saveTrunkState(trunk, state)
      const { rows } = await sql<{ version: string }>`
        select xmin::text as version from sip_trunks where phone_number_id = ${trunk.id}`.execute(context.db)
      return rows[0]!.version
    }
    const registered = { status: 'registered', error: null, roundTripMs: 30 } as const
    const first = await versionAfter(registered)
    const { since, ...rest } = await shown()
    assert.deepEqual(rest, { status: 'registered', error: null, round_trip_ms: 30 })
    assert.equal(await versionAfter({ ...registered, roundTripMs: 45 }), first)
    assert.notEqual(await versionAfter({ ...registered, roundTripMs: 90 }), first)
    assert.deepEqual(await shown(), { ...rest, round_trip_ms: 90, since })
    await lines.saveTrunkState(trunk, { status: 'refused', error: '403 Wrong password', roundTripMs: null })
    const refused = await shown()
    assert.deepEqual([refused.status, refused.error, refused.round_trip_ms], ['refused', '403 Wrong password', null])
    assert.ok(refused.since > since)
  })

  it('contains its latest call and its latest error, in whatever order calls end', async () => {
    const owner = await parley.createAccount()
    const trunk = { ...(await createTrunk(owner)), accountId: owner.account.id }
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
    await lines.saveLastCall(trunk, { at: at(2), error: '503 Busy' })
    await lines.saveLastCall(trunk, { at: at(1), error: '404 Unknown' })
    await lines.saveLastCall(trunk, { at: at(3), error: null })
    const { data } = await owner.client.sipTrunks.get({ id: trunk.id })
    assert.deepEqual(
      [data.last_call_at, data.last_error, data.last_error_at],
      ['2026-01-01T12:03:00.000000Z', '503 Busy', '2026-01-01T12:02:00.000000Z'],
    )
  })
})

it('the registration of a telephone is shown until it ends, and hardly written while it continues', async () => {
  const owner = await parley.createAccount()
  const phone = { ...(await createPhone(owner)), accountId: owner.account.id }
  const shown = async () => (await owner.client.sipPhones.get({ id: phone.id })).data
  const versionAfter = async (seconds: number, state: Partial<PhoneState> = {}) => {
    const registeredUntil = new Date(context.now().getTime() + seconds * 1_000)
    const saved = { registeredUntil, address: '203.0.113.7:5060', userAgent: 'Desk 1.0', ...state }
    await lines.savePhoneState(phone, saved)
    const { rows } = await sql<{ version: string }>`
      select xmin::text as version from sip_phones where id = ${phone.id}`.execute(context.db)
    return rows[0]!.version
  }
  const first = await versionAfter(60)
  assert.equal(await versionAfter(120), first)
  const { registered_until, address, user_agent } = await shown()
  assert.ok(Date.parse(registered_until!) > context.now().getTime())
  assert.deepEqual([address, user_agent], ['203.0.113.7:5060', 'Desk 1.0'])
  const moved = await versionAfter(120, { address: '203.0.113.8:5060' })
  assert.notEqual(moved, first)
  assert.notEqual(await versionAfter(3_600, { address: '203.0.113.8:5060' }), moved)
  await lines.savePhoneState(phone, { registeredUntil: null, address: null, userAgent: 'Desk 1.0' })
  const ended = await shown()
  assert.deepEqual([ended.registered_until, ended.address, ended.user_agent], [null, null, 'Desk 1.0'])
  await versionAfter(60)
  await owner.client.sipPhones.update({ id: phone.id, password: null })
  assert.equal((await shown()).registered_until, null)
})

describe('the process that serves the lines', () => {
  const openProcess = async () => {
    const liveness = await openProcessLiveness({ connectionString, db: context.db, log: context.log })
    const own = createSipLines({ ...context, processId: liveness.id, liveness }, notifications)
    return { ...own, id: liveness.id, [Symbol.asyncDispose]: () => liveness[Symbol.asyncDispose]() }
  }

  it('is one of those that claim them at the same time, until it releases them', async () => {
    await using one = await openProcess()
    await using two = await openProcess()
    const claims = await Promise.all([one.claim(), two.claim(), lines.claim(), one.claim()])
    assert.equal(new Set(claims).size, 1)
    const [winner] = claims
    assert.ok([one.id, two.id, context.processId].includes(winner!))
    assert.equal(await two.findServer(), winner)
    const loser = winner === one.id ? two : one
    await loser.release()
    assert.equal(await two.findServer(), winner)
    for (const process of [one, two, lines]) await process.release()
    assert.equal(await two.findServer(), undefined)
    assert.equal(await two.claim(), two.id)
    await two.release()
  })

  it('is replaced by one other process after its end', async () => {
    const ended = await openProcess()
    assert.equal(await ended.claim(), ended.id)
    assert.equal(await lines.claim(), ended.id)
    await ended[Symbol.asyncDispose]()
    await using one = await openProcess()
    await using two = await openProcess()
    assert.equal(await one.findServer(), undefined)
    const claims = await Promise.all([one.claim(), two.claim()])
    assert.equal(new Set(claims).size, 1)
    assert.ok(claims[0] !== ended.id)
  })
})
