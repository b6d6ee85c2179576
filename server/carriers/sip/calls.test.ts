// Tests whole calls over SIP trunks in real time, with a provider on the same machine.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { until } from '#testing/app/until.ts'
import { endCall, startPhoneCalls } from '#testing/calls/phone-calls.ts'
import { createPerson, openProvider, type Person, type ProviderOptions } from '#testing/sip/provider.ts'

const phones = await startPhoneCalls()
after(() => phones[Symbol.asyncDispose]())
const { createParty } = phones

let lastNumber = 3_000
const nextNumber = (): string => `+1415557${++lastNumber}`

/** An assistant whose number is that of a trunk, and the provider of the trunk. */
async function openTrunk(
  party: Parameters<typeof createParty>[0] = {},
  options: ProviderOptions = {},
  fields: Record<string, unknown> = {},
) {
  const provider = await openProvider(options)
  const number = nextNumber()
  const made = await createParty(party)
  const { data } = await made.client.sipTrunks.create({ ...provider.trunk(number), ...fields })
  await made.client.assistants.update({ id: made.id, phone_number_id: data.id })
  const read = async () => (await made.client.sipTrunks.get({ id: data.id })).data
  return {
    ...made,
    provider,
    number,
    trunkId: data.id,
    read,
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}

/** A person who answers each call. */
function answering(): { person: Person; answer: NonNullable<ProviderOptions['answer']> } {
  const person = createPerson()
  return {
    person,
    answer(call) {
      call.ring()
      void call.answer()
      return person.events
    },
  }
}

describe('a call over a SIP trunk', () => {
  it('is placed, heard and understood in both directions, and ends with the reason of the assistant', async () => {
    const { person, answer } = answering()
    await using trunk = await openTrunk(
      { assistant: { end_call_enabled: true }, script: [endCall('We open at nine.')] } as never,
      { answer },
    )
    const { call_id: id } = await trunk.client.calls.make({ assistant_id: trunk.id, phone_number: '+12025550199' })
    await until(() => person.heard().includes('Hello.'))
    person.say('When do you open?')
    await trunk.ended
    const call = await trunk.client.calls.get({ id })
    assert.deepEqual(
      call.transcript.map(({ sender, text }) => `${sender}: ${text}`),
      ['bot: Hello.', 'human: When do you open?', 'bot: We open at nine.'],
    )
    assert.match(person.heard(), /We open at nine\.$/)
    assert.equal(call.status, 'ended_by_assistant')
  })

  it('is taken from the provider, and ends when the customer hangs up', async () => {
    await using trunk = await openTrunk({ assistant: { type: 'inbound' } })
    await until(async () => (await trunk.read()).state.status === 'registered')
    const person = createPerson()
    const call = await trunk.provider.call('+12025550188', trunk.number, person)
    await until(() => person.heard().includes('Hello.'))
    call.hangUp()
    const payload = await trunk.ended
    const { data } = await trunk.client.calls.list({})
    assert.deepEqual([data[0]!.status, data[0]!.id], ['ended_by_customer', payload['id']])
  })
})
