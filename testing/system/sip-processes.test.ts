// Tests SIP with several processes: one has the sockets, another dials, and a third takes over when it is killed.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { IncomingPhoneCall } from '@parley/sip'
import { startTestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { openCallServer } from '../calls/call-server.ts'
import { createPerson, openProvider } from '../sip/provider.ts'

/** Requests and jobs run in this process, which has no calls. */
const parley = await startTestApp({ carrier: {}, jobsRunning: true, config: { roles: ['api', 'worker'] } })
after(() => parley[Symbol.asyncDispose]())

const voice = (drainSeconds = 0) =>
  openCallServer(parley, { PARLEY_ROLES: 'voice', DRAIN_SECONDS: String(drainSeconds) })

/** Answers the calls of the assistant with persons. */
async function openLine(number: string) {
  const persons = [createPerson(), createPerson()]
  const calls: IncomingPhoneCall[] = []
  const provider = await openProvider({
    answer(call) {
      const person = persons.find(({ seen }) => seen.length === 0)!
      person.seen.push('called')
      calls.push(call)
      void call.answer()
      return person.events
    },
  })
  const { client, id } = await parley.createCallingAssistant({ assistant: { initial_message: 'Hello.' } })
  const { data } = await client.sipTrunks.create(provider.trunk(number))
  await client.assistants.update({ id, phone_number_id: data.id })
  return {
    provider,
    persons,
    calls,
    client,
    id,
    trunkId: data.id,
    registered: () =>
      until(async () => (await client.sipTrunks.get({ id: data.id })).data.state.status === 'registered'),
    /** Resolves when the assistant speaks. */
    async call(phoneNumber: string): Promise<number> {
      const { call_id: callId } = await client.calls.make({ assistant_id: id, phone_number: phoneNumber })
      await until(async () => (await client.calls.get({ id: callId })).transcript.length > 0)
      return callId
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}

describe('SIP in several processes', () => {
  it('is served by one of them, which dials for the others and tests for them; another takes over when it is killed', async () => {
    await using line = await openLine('+14155576001')
    const { client, provider } = line
    await using first = await voice()
    await line.registered()
    const tested = await client.sipTrunks.test({ id: line.trunkId })
    assert.match(tested.data.message, /^The trunk is registered/)
    assert.equal(tested.data.works, true)
    const callId = await line.call('+12025550155')
    await using _second = await voice()
    await first.process().kill()
    const before = provider.requests.length
    await until(() => provider.requests.slice(before).some(({ method }) => method === 'REGISTER'))
    await line.call('+12025550156')
    assert.ok(line.persons[1]!.seen.includes('called'))
    // The call of the killed process is ended from its checkpoint, in the time that such a process may be away.
    await parley.turnClock(61_000)
    await until(async () => {
      await parley.runCron('calls.recover')
      return (await client.calls.get({ id: callId })).ended_reason === 'process_died'
    })
  })

  it('is served by another one as soon as its process drains, whose call continues until its person hangs up', async () => {
    await using line = await openLine('+14155576002')
    const { client, persons } = line
    await using first = await voice(120)
    await line.registered()
    const callId = await line.call('+12025550157')
    await using _second = await voice()
    const ended = first.process()[Symbol.asyncDispose]()
    await line.call('+12025550158')
    assert.ok(persons[1]!.seen.includes('called'))
    assert.equal((await client.calls.get({ id: callId })).status, 'in-progress')
    line.calls[0]!.hangUp()
    await ended
    const { ended_reason } = await client.calls.get({ id: callId })
    assert.equal(ended_reason, 'caller_hung_up')
  })
})
