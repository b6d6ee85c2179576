// Tests SIP with several processes: one has the sockets, another dials, and a third takes over when it is killed.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { openCallServer } from '../calls/call-server.ts'
import { createPerson, openProvider } from '../sip/provider.ts'

/** Requests and jobs run in this process, which has no calls. */
const parley = await startTestApp({ carrier: {}, jobsRunning: true, config: { roles: ['api', 'worker'] } })
after(() => parley[Symbol.asyncDispose]())

const voice = () => openCallServer(parley, { PARLEY_ROLES: 'voice' })

describe('SIP in several processes', () => {
  it('is served by one of them, which dials for the others and tests for them; another takes over when it is killed', async () => {
    const persons = [createPerson(), createPerson()]
    await using provider = await openProvider({
      answer(call) {
        const person = persons.find(({ seen }) => seen.length === 0)!
        person.seen.push('called')
        void call.answer()
        return person.events
      },
    })
    const { client, id } = await parley.createCallingAssistant({ assistant: { initial_message: 'Hello.' } })
    const { data } = await client.sipTrunks.create(provider.trunk('+14155576001'))
    await client.assistants.update({ id, phone_number_id: data.id })
    await using first = await voice()
    const status = async () => (await client.sipTrunks.get({ id: data.id })).data.state.status
    await until(async () => (await status()) === 'registered')
    const speaks = (callId: number) => until(async () => (await client.calls.get({ id: callId })).transcript.length > 0)
    const tested = await client.sipTrunks.test({ id: data.id })
    assert.match(tested.data.message, /^The trunk is registered/)
    assert.equal(tested.data.works, true)
    const { call_id: callId } = await client.calls.make({ assistant_id: id, phone_number: '+12025550155' })
    await speaks(callId)
    await using _second = await voice()
    await first.process().kill()
    const before = provider.requests.length
    await until(() => provider.requests.slice(before).some(({ method }) => method === 'REGISTER'))
    const { call_id: nextId } = await client.calls.make({ assistant_id: id, phone_number: '+12025550156' })
    await speaks(nextId)
    assert.ok(persons[1]!.seen.includes('called'))
    // The call of the killed process is ended from its checkpoint, in the time that such a process may be away.
    await parley.turnClock(61_000)
    await until(async () => {
      await parley.runCron('calls.recover')
      return (await client.calls.get({ id: callId })).ended_reason === 'process_died'
    })
  })
})
