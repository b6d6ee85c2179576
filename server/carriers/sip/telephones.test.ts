// Tests telephones that register: they call the assistants of their account, and strangers do not.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { until } from '#testing/app/until.ts'
import { startPhoneCalls } from '#testing/calls/phone-calls.ts'
import { createPerson } from '#testing/sip/provider.ts'
import { openSoftphone } from '#testing/sip/softphone.ts'

const phones = await startPhoneCalls()
after(() => phones[Symbol.asyncDispose]())
const { parley, createParty } = phones

async function openTelephone(password?: string) {
  const made = await createParty({ assistant: { type: 'inbound' } })
  const { data } = await made.client.sipPhones.create({ name: 'Desk', phone_number_id: made.phoneNumberId })
  const server = (await parley.app.telephoneAddress())!
  const softphone = await openSoftphone({ server, username: data.username, password: password ?? data.password! })
  const read = async () => (await made.client.sipPhones.get({ id: data.id })).data
  return {
    ...made,
    telephone: data,
    softphone,
    server,
    read,
    [Symbol.asyncDispose]: () => softphone[Symbol.asyncDispose](),
  }
}

describe('a telephone', () => {
  it('calls another one of the account by its extension, and both hear each other', async () => {
    await using first = await openTelephone()
    const { client } = first
    const { data } = await client.sipPhones.create({ name: 'Workshop' })
    const called = createPerson()
    const options = { server: first.server, username: data.username, password: data.password! }
    await using second = await openSoftphone({ ...options, person: called })
    const caller = createPerson()
    await first.softphone.register()
    await first.softphone.call(data.extension, caller)
    await until(() => caller.seen.includes('ended 480'))
    await second.register()
    const other = createPerson()
    const call = await first.softphone.call(data.extension, other)
    await until(() => other.seen.includes('answered'))
    await other.sayUntil('Is it ready?', () => called.heard().includes('Is it ready?'))
    await called.sayUntil('Tomorrow.', () => other.heard().includes('Tomorrow.'))
    call.hangUp()
    await until(() => called.seen.some((event) => event.startsWith('ended')))
    assert.deepEqual((await client.calls.list({})).data, [])
  })

  it('registers, is shown, and reaches an assistant by its own extension and by its number', async () => {
    await using made = await openTelephone()
    assert.equal((await made.softphone.register()).status, 'registered')
    await until(async () => (await made.read()).registered_until !== null)
    const { address, user_agent } = await made.read()
    assert.deepEqual([address, user_agent], ['127.0.0.1', 'Parley'])
    // The number as people dial it: with the country code, within the country, and from abroad.
    const [digits, national] = [made.number.slice(1), made.number.slice(2)]
    for (const dialed of [
      made.telephone.extension,
      digits,
      national,
      `(${national.slice(0, 3)})${national.slice(3)}`,
    ]) {
      const person = createPerson()
      const call = await made.softphone.call(dialed, person)
      await until(async () => (await made.client.calls.list({})).data[0]?.status === 'in-progress')
      await until(() => person.seen.includes('answered'))
      call.hangUp()
    }
    const listed = async () => (await made.client.calls.list({ type: 'inbound' })).data
    await until(async () => (await listed()).every(({ ended_reason }) => ended_reason === 'caller_hung_up'))
    const calls = await listed()
    assert.equal(calls.length, 4)
    for (const { client_phone_number, assistant_phone_number } of calls)
      assert.deepEqual([client_phone_number, assistant_phone_number], [made.telephone.extension, made.number])
  })

  it('with a wrong password is not registered, and reaches nobody', async () => {
    await using made = await openTelephone('a wrong password')
    const state = await made.softphone.register()
    assert.deepEqual([state.status, state.status === 'failed' && state.code], ['failed', 401])
    const person = createPerson()
    await made.softphone.call(made.telephone.extension, person)
    await until(() => person.seen.includes('ended 401'))
    assert.deepEqual((await made.client.calls.list({})).data, [])
  })

  it('does not reach the assistants of other accounts', async () => {
    await using made = await openTelephone()
    const other = await createParty({ assistant: { type: 'inbound' } })
    await made.softphone.register()
    const person = createPerson()
    await made.softphone.call(other.number, person)
    await until(() => person.seen.includes('ended 480'))
  })

  it('whose password was changed has to register again', async () => {
    await using made = await openTelephone()
    await made.softphone.register()
    await made.client.sipPhones.update({ id: made.telephone.id, password: null })
    await until(async () => {
      const person = createPerson()
      await made.softphone.call(made.telephone.extension, person)
      await until(() => person.seen.some((event) => event.startsWith('ended') || event === 'answered'))
      return person.seen.includes('ended 401')
    })
  })
})
