// Tests of listening over two server processes: the page reaches another process than the one that has the call.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { openCallServer } from '../calls/call-server.ts'
import { connectListener, startMicrophone } from '../calls/listener-client.ts'
import { wordsIn } from '../calls/phone-calls.ts'

const parley = await startTestApp({ carrier: {}, script: 'At five.' })
after(() => parley[Symbol.asyncDispose]())

describe('a person whose page reaches another process', () => {
  it('hears the call, and notices when its process is killed', { timeout: 100_000 }, async () => {
    await using server = await openCallServer(parley, { PARLEY_ROLES: 'api,voice,worker' })
    await using other = await openCallServer(parley, { PARLEY_ROLES: 'voice' })
    const assistant = await parley.createCallingAssistant({ assistant: { initial_message: 'Hello.' } })
    const { callId } = await server.connect(assistant)
    const { client } = assistant
    await until(async () => (await client.calls.get({ id: callId })).status === 'in-progress')
    const { token } = await client.liveCalls.listen({ id: callId })
    const url = `${other.ownUrl.replace('http', 'ws')}/listen/media`
    await using listener = await connectListener({ url, token })
    await listener.until(() => listener.wordsOf('assistant').includes('At five.'))
    // On a busy machine single characters are skipped, and the phone asks again.
    await listener.until(() => listener.wordsOf('customer').includes('When do you open?'))
    await listener.until(() =>
      listener.captions.some(({ speaker, text }) => speaker === 'assistant' && text === 'At five.'),
    )
    await listener.until(() => listener.packets.length > 80)
    await server.process().kill()
    assert.equal(await listener.closed, 1011)
  })

  it('is not left with a call whose process is killed during a takeover', { timeout: 100_000 }, async () => {
    await using server = await openCallServer(parley, { PARLEY_ROLES: 'api,voice' })
    await using other = await openCallServer(parley, { PARLEY_ROLES: 'voice,worker', PUBLIC_URL: server.publicUrl })
    const assistant = await parley.createCallingAssistant({ assistant: { initial_message: 'Hello.' } })
    const { callId, sid } = await server.connect(assistant)
    const { client } = assistant
    const get = () => client.calls.get({ id: callId })
    await until(async () => (await get()).status === 'in-progress')
    const { token } = await client.liveCalls.takeOver({ id: callId })
    await using person = await connectListener({ url: `${other.ownUrl.replace('http', 'ws')}/listen/media`, token })
    await person.until(() => person.state()?.['has_call'] === true)
    startMicrophone(person)('Anna speaking.')
    await until(async () => wordsIn(parley.carrier.control.audio(sid)!.heard).includes('Anna speaking.'))
    await until(async () =>
      (await get()).transcript.some(({ sender, text }) => sender === 'agent' && text === 'Anna speaking.'),
    )
    await server.process().kill()
    await until(async () => (await get()).ended_reason === 'process_died')
    assert.equal(await person.closed, 1011)
    const { total_cost: cost, duration } = await get()
    assert.ok(cost > 0 && duration > 0)
    await assert.rejects(client.liveCalls.takeOver({ id: callId }), /not live/)
  })
})
