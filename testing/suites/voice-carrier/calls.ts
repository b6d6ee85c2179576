// Tests calls through an adapter: statuses, answering machines, transfers, inbound calls, and their end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountOf,
  from,
  type OpenVoiceSetup,
  openMedia,
  openWebhooks,
  outgoingCall,
  to,
  type VoiceSetup,
} from './setup.ts'

const untilInProgress = ({ sandbox }: VoiceSetup, sid: string) =>
  sandbox.control.waitForCall((call) => call.sid === sid && call.status === 'in-progress')
const untilOver = ({ sandbox }: VoiceSetup, sid: string) =>
  sandbox.control.waitForCall((call) => call.sid === sid && call.endedAtMs !== null)

export function callsSuite(open: OpenVoiceSetup): void {
  test('every status of an outgoing call is posted', async () => {
    await using setup = await open()
    await using media = await openMedia()
    await using received = await openWebhooks(setup)
    const statusCallbackUrl = `${received.url}/status`
    const call = outgoingCall({ media: media.target, statusCallbackUrl })
    const { sid, status } = await setup.carrier.createCall(accountOf(setup), call)
    assert.equal(status, 'queued')
    await untilInProgress(setup, sid)
    await setup.carrier.endCall(accountOf(setup), sid)
    await received.received(4)
    const updates = received.forms().map((form) => setup.webhooks.readCallUpdate(form))
    updates.sort((a, b) => (a?.sequence ?? -1) - (b?.sequence ?? -1))
    assert.deepEqual(
      updates.map((update) => [update?.sid, update?.accountSid, update?.sequence, update?.status]),
      ['initiated', 'ringing', 'in-progress', 'completed'].map((word, sequence) => [
        sid,
        setup.sandbox.accountSid,
        sequence,
        word,
      ]),
    )
    assert.deepEqual(
      updates.map((update) => typeof update?.durationSeconds),
      ['object', 'object', 'object', 'number'],
    )
    const found = await setup.carrier.findCall(accountOf(setup), sid)
    assert.deepEqual([found?.status, found?.from, found?.to], ['completed', from, to])
    assert.equal(found?.durationSeconds, updates[3]?.durationSeconds)
  })

  test('a briefing is spoken in its language', async () => {
    await using setup = await open()
    for (const language of ['en', 'de', 'es', 'fr', 'pt', 'cs', 'zh', 'no', 'hr']) {
      const { sid } = await setup.carrier.callAgent(accountOf(setup), {
        ...{ from, to, ringingSeconds: 30, maxSeconds: 600, statusCallbackUrl: 'http://127.0.0.1:9/status' },
        ...{ language, briefing: 'Paula.', decisionUrl: 'http://127.0.0.1:9/decision', needsKey: true },
      })
      const heard = await setup.sandbox.control.waitForCall((call) => call.sid === sid && call.captions.length > 0)
      assert.equal(heard.captions[0]!.text, 'Paula.', language)
      await setup.carrier.endCall(accountOf(setup), sid)
    }
  })

  test('a call that is not answered has a final status and a SIP code', async () => {
    await using setup = await open()
    await using media = await openMedia()
    for (const [number, status, sipCode] of [
      ['+12025550103', 'busy', 486],
      ['+12025550105', 'busy', 603],
      ['+12025550111', 'failed', 404],
    ] as const) {
      await using received = await openWebhooks(setup)
      const callback = { statusCallbackUrl: `${received.url}/s` }
      const call = outgoingCall({ media: media.target, to: number, ...callback })
      const { sid } = await setup.carrier.createCall(accountOf(setup), call)
      await untilOver(setup, sid)
      await setup.sandbox.control.settled()
      const last = received.forms().map((form) => setup.webhooks.readCallUpdate(form))
      const final = last.find((update) => update?.status === status)
      assert.deepEqual([final?.sid, final?.sipCode], [sid, sipCode])
    }
  })

  test('a call rings for the given time', async () => {
    await using setup = await open()
    await using media = await openMedia()
    const call = outgoingCall({ media: media.target, to: '+12025550104', ringingSeconds: 20 })
    const { sid } = await setup.carrier.createCall(accountOf(setup), call)
    await setup.sandbox.control.waitForCall((one) => one.sid === sid && one.status === 'ringing')
    await setup.sandbox.control.forward(25_000)
    assert.equal((await setup.carrier.findCall(accountOf(setup), sid))?.status, 'no-answer')
  })

  test('a call ends after the given time', async () => {
    await using setup = await open()
    await using media = await openMedia()
    const call = outgoingCall({ media: media.target, maxSeconds: 60 })
    const { sid } = await setup.carrier.createCall(accountOf(setup), call)
    await untilInProgress(setup, sid)
    await setup.sandbox.control.forward(61_000)
    await untilOver(setup, sid)
    assert.equal((await setup.carrier.findCall(accountOf(setup), sid))?.status, 'completed')
  })

  test('the detection of an answering machine is posted', async () => {
    await using setup = await open()
    await using media = await openMedia()
    await using received = await openWebhooks(setup)
    setup.sandbox.control.behaveOnCalls(to, { answeredBy: 'human' })
    const machineDetectionUrl = `${received.url}/amd`
    const call = outgoingCall({ media: media.target, machineDetectionUrl })
    const { sid } = await setup.carrier.createCall(accountOf(setup), call)
    await received.received(1)
    const [form] = received.forms()
    const expected = { sid, accountSid: setup.sandbox.accountSid, answeredBy: 'human', greetingEnded: false }
    assert.deepEqual(setup.webhooks.readMachineDetection(form!), expected)
  })

  test('a ringing call, a call in progress, and a call that is over can be ended', async () => {
    await using setup = await open()
    await using media = await openMedia()
    const account = accountOf(setup)
    const ringing = outgoingCall({ media: media.target, to: '+12025550104' })
    const first = await setup.carrier.createCall(account, ringing)
    await setup.sandbox.control.waitForCall((one) => one.sid === first.sid && one.status === 'ringing')
    await setup.carrier.endCall(account, first.sid)
    assert.equal((await untilOver(setup, first.sid)).status, 'canceled')
    const second = await setup.carrier.createCall(account, outgoingCall({ media: media.target }))
    await untilInProgress(setup, second.sid)
    await setup.carrier.endCall(account, second.sid)
    assert.equal((await untilOver(setup, second.sid)).status, 'completed')
    for (const { sid } of [first, second]) await setup.carrier.endCall(account, sid)
    await setup.carrier.endCall(account, `CA${'0'.repeat(32)}`)
    assert.equal((await setup.carrier.findCall(account, first.sid))?.status, 'canceled')
  })

  test('keys are pressed after the answer, before the person is connected', async () => {
    await using setup = await open()
    const hangUp = { headers: { 'content-type': setup.webhooks.contentType }, body: setup.webhooks.hangUp() }
    await using received = await openWebhooks(setup, () => hangUp)
    const { sid } = await setup.carrier.callAgent(accountOf(setup), {
      ...{ from, to, ringingSeconds: 30, maxSeconds: 600, statusCallbackUrl: 'http://127.0.0.1:9/status' },
      ...{ language: 'en', briefing: undefined, needsKey: false, decisionUrl: `${received.url}/decision` },
      keysAfterAnswer: 'w12#',
    })
    await received.received(1)
    const { keysHeard } = await untilOver(setup, sid)
    assert.deepEqual([received.requests[0]?.path, keysHeard], ['/decision', '12#'])
    assert.deepEqual(setup.webhooks.readDecision(received.forms()[0]!), { sid, key: undefined })
  })

  test('calls are listed by their numbers, from the newest', async () => {
    await using setup = await open()
    await using media = await openMedia()
    const account = accountOf(setup)
    const since = setup.sandbox.control.now()
    const sids: string[] = []
    for (const number of [to, to, '+12025550103']) {
      const call = outgoingCall({ media: media.target, to: number })
      sids.unshift((await setup.carrier.createCall(account, call)).sid)
      await setup.sandbox.control.forward(2_000)
    }
    const found = await setup.carrier.listCalls(account, { from, to, since })
    assert.deepEqual(
      found.map(({ sid }) => sid),
      sids.slice(1),
    )
    const later = new Date(since.getTime() + 2_000)
    const newest = await setup.carrier.listCalls(account, { from, to, since: later })
    assert.deepEqual(
      newest.map(({ sid }) => sid),
      [sids[1]],
    )
    assert.deepEqual(await setup.carrier.listCalls(account, { from, to: '+12025550199', since }), [])
  })

  test('an inbound call is posted, and is rejected or ended', async () => {
    for (const [respond, status] of [
      [({ webhooks }: VoiceSetup) => webhooks.rejectCall('busy'), 'busy'],
      [({ webhooks }: VoiceSetup) => webhooks.rejectCall('rejected'), 'no-answer'],
      [({ webhooks }: VoiceSetup) => webhooks.hangUp(), 'completed'],
    ] as const) {
      await using setup = await open()
      const body = respond(setup)
      const headers = { 'content-type': setup.webhooks.contentType }
      await using received = await openWebhooks(setup, () => ({ headers, body }))
      const [number] = await setup.carrier.listPhoneNumbers(accountOf(setup))
      await setup.carrier.setNumberWebhooks(accountOf(setup), number!.sid, { voiceUrl: `${received.url}/voice` })
      const { sid } = setup.sandbox.control.call({ from: '+12025550150', to: from })
      assert.equal((await untilOver(setup, sid)).status, status)
      const [form] = received.forms()
      assert.deepEqual(setup.webhooks.readInboundCall(form!), {
        sid,
        accountSid: setup.sandbox.accountSid,
        from: '+12025550150',
        to: from,
        forwardedFrom: null,
      })
    }
  })

  test('an inbound call is connected to the media connection', async () => {
    await using setup = await open()
    await using media = await openMedia()
    const { contentType, connectMedia } = setup.webhooks
    const answer = { headers: { 'content-type': contentType }, body: connectMedia(media.target) }
    await using received = await openWebhooks(setup, () => answer)
    const account = accountOf(setup)
    const [number] = await setup.carrier.listPhoneNumbers(account)
    await setup.carrier.setNumberWebhooks(account, number!.sid, { voiceUrl: `${received.url}/voice` })
    const { sid } = setup.sandbox.control.call({ from: '+12025550150', to: from })
    await media.connected
    assert.equal((await setup.carrier.findCall(account, sid))?.status, 'in-progress')
    await setup.carrier.endCall(account, sid)
    assert.equal((await untilOver(setup, sid)).status, 'completed')
  })
}
