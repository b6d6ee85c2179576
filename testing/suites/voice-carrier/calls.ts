// Tests calls through an adapter: statuses, answering machines, transfers, inbound calls, and their end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf, from, type OpenVoiceSetup, openWebhooks, outgoingCall, to, type VoiceSetup } from './setup.ts'

const untilInProgress = ({ sandbox }: VoiceSetup, sid: string) =>
  sandbox.control.waitForCall((call) => call.sid === sid && call.status === 'in-progress')
const untilOver = ({ sandbox }: VoiceSetup, sid: string) =>
  sandbox.control.waitForCall((call) => call.sid === sid && call.endedAtMs !== null)

const report = { uuid: 'an-agent', token: 'secret' }

const answerOf = ({ webhooks }: VoiceSetup, body: string) => ({
  headers: { 'content-type': webhooks.contentType },
  body,
})

export function callsSuite(open: OpenVoiceSetup): void {
  test('every status of an outgoing call is posted', async () => {
    await using received = await openWebhooks()
    await using setup = await open({ publicUrl: received.url })
    const call = outgoingCall()
    const { externalId: sid, status } = await setup.carrier.createCall(accountOf(setup), call)
    assert.equal(status, 'queued')
    await untilInProgress(setup, sid)
    await setup.carrier.endCall(accountOf(setup), sid)
    await received.received(4)
    const updates = received.forms(setup).map((form) => setup.webhooks.readCallUpdate(form))
    updates.sort((a, b) => (a?.sequence ?? -1) - (b?.sequence ?? -1))
    assert.deepEqual(
      updates.map((update) => [update?.externalId, update?.carrierAccountId, update?.sequence, update?.status]),
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
      const { externalId: sid } = await setup.carrier.callAgent(accountOf(setup), {
        ...{ from, to, ringingSeconds: 30, maxSeconds: 600, report, detectsMachine: false },
        ...{ customerExternalId: 'a-call', language, briefing: 'Paula.', needsKey: true },
      })
      const heard = await setup.sandbox.control.waitForCall((call) => call.sid === sid && call.captions.length > 0)
      assert.equal(heard.captions[0]!.text, 'Paula.', language)
      await setup.carrier.endCall(accountOf(setup), sid)
    }
  })

  test('a call that is not answered has a final status and a SIP code', async () => {
    await using received = await openWebhooks()
    await using setup = await open({ publicUrl: received.url })
    for (const [number, status, sipCode] of [
      ['+12025550103', 'busy', 486],
      ['+12025550105', 'busy', 603],
      ['+12025550111', 'failed', 404],
    ] as const) {
      const call = outgoingCall({ to: number })
      const { externalId: sid } = await setup.carrier.createCall(accountOf(setup), call)
      await untilOver(setup, sid)
      await setup.sandbox.control.settled()
      const last = received.forms(setup).map((form) => setup.webhooks.readCallUpdate(form))
      const final = last.find((update) => update?.externalId === sid && update.status === status)
      assert.equal(final?.sipCode, sipCode)
    }
  })

  test('a call rings for the given time', async () => {
    await using received = await openWebhooks()
    await using setup = await open({ publicUrl: received.url })
    const call = outgoingCall({ to: '+12025550104', ringingSeconds: 20 })
    const { externalId: sid } = await setup.carrier.createCall(accountOf(setup), call)
    await setup.sandbox.control.waitForCall((one) => one.sid === sid && one.status === 'ringing')
    await setup.sandbox.control.forward(25_000)
    assert.equal((await setup.carrier.findCall(accountOf(setup), sid))?.status, 'no-answer')
  })

  test('a call ends after the given time', async () => {
    await using received = await openWebhooks()
    await using setup = await open({ publicUrl: received.url })
    const call = outgoingCall({ maxSeconds: 60 })
    const { externalId: sid } = await setup.carrier.createCall(accountOf(setup), call)
    await untilInProgress(setup, sid)
    await setup.sandbox.control.forward(61_000)
    await untilOver(setup, sid)
    assert.equal((await setup.carrier.findCall(accountOf(setup), sid))?.status, 'completed')
  })

  test('the detection of an answering machine is posted', async () => {
    await using received = await openWebhooks()
    await using setup = await open({ publicUrl: received.url })
    setup.sandbox.control.behaveOnCalls(to, { answeredBy: 'human' })
    const call = outgoingCall({ detectsMachine: true })
    const { externalId: sid } = await setup.carrier.createCall(accountOf(setup), call)
    const find = () => received.requests.findIndex(({ path }) => path.includes('/amd/'))
    while (find() < 0) await received.received(received.requests.length + 1)
    const expected = {
      externalId: sid,
      carrierAccountId: setup.sandbox.accountSid,
      answeredBy: 'human',
      greetingEnded: false,
    }
    assert.deepEqual(setup.webhooks.readMachineDetection(received.forms(setup)[find()]!), expected)
  })

  test('a ringing call, a call in progress, and a call that is over can be ended', async () => {
    await using received = await openWebhooks()
    await using setup = await open({ publicUrl: received.url })
    const account = accountOf(setup)
    const ringing = outgoingCall({ to: '+12025550104' })
    const first = await setup.carrier.createCall(account, ringing)
    await setup.sandbox.control.waitForCall((one) => one.sid === first.externalId && one.status === 'ringing')
    await setup.carrier.endCall(account, first.externalId)
    assert.equal((await untilOver(setup, first.externalId)).status, 'canceled')
    const second = await setup.carrier.createCall(account, outgoingCall())
    await untilInProgress(setup, second.externalId)
    await setup.carrier.endCall(account, second.externalId)
    assert.equal((await untilOver(setup, second.externalId)).status, 'completed')
    for (const { externalId: sid } of [first, second]) await setup.carrier.endCall(account, sid)
    await setup.carrier.endCall(account, `CA${'0'.repeat(32)}`)
    assert.equal((await setup.carrier.findCall(account, first.externalId))?.status, 'canceled')
  })

  test('keys are pressed after the answer, before the person is connected', async () => {
    await using received = await openWebhooks(() => answerOf(setup, setup.webhooks.hangUp()))
    await using setup = await open({ publicUrl: received.url })
    const { externalId: sid } = await setup.carrier.callAgent(accountOf(setup), {
      ...{ from, to, ringingSeconds: 30, maxSeconds: 600, report, detectsMachine: false },
      ...{ customerExternalId: 'a-call', language: 'en', briefing: undefined, needsKey: false },
      keysAfterAnswer: 'w12#',
    })
    const { keysHeard } = await untilOver(setup, sid)
    assert.equal(keysHeard, '12#')
    const decided = received.requests.findIndex(({ path }) => path.includes('decision'))
    const decision = { externalId: sid, carrierAccountId: setup.sandbox.accountSid, key: undefined }
    assert.deepEqual(setup.webhooks.readDecision(received.forms(setup)[decided]!), decision)
  })

  test('calls are listed by their numbers, from the newest', async () => {
    await using received = await openWebhooks()
    await using setup = await open({ publicUrl: received.url })
    const account = accountOf(setup)
    const since = setup.sandbox.control.now()
    const sids: string[] = []
    for (const number of [to, to, '+12025550103']) {
      const call = outgoingCall({ to: number })
      sids.unshift((await setup.carrier.createCall(account, call)).externalId)
      await setup.sandbox.control.forward(2_000)
    }
    const found = await setup.carrier.listCalls(account, { from, to, since })
    assert.deepEqual(
      found.map(({ externalId }) => externalId),
      sids.slice(1),
    )
    const later = new Date(since.getTime() + 2_000)
    const newest = await setup.carrier.listCalls(account, { from, to, since: later })
    assert.deepEqual(
      newest.map(({ externalId }) => externalId),
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
      await using received = await openWebhooks(() => answerOf(setup, respond(setup)))
      await using setup = await open({ publicUrl: received.url })
      const [number] = await setup.carrier.listPhoneNumbers(accountOf(setup))
      await setup.carrier.setNumberRoutes(accountOf(setup), number!.externalId, { calls: 'here' })
      const { sid } = setup.sandbox.control.call({ from: '+12025550150', to: from })
      assert.equal((await untilOver(setup, sid)).status, status)
      const [form] = received.forms(setup)
      assert.deepEqual(setup.webhooks.readInboundCall(form!), {
        externalId: sid,
        carrierAccountId: setup.sandbox.accountSid,
        from: '+12025550150',
        to: from,
        forwardedFrom: null,
      })
    }
  })

  test('an inbound call is connected to the media connection', async () => {
    await using received = await openWebhooks(() => answerOf(setup, setup.webhooks.connectMedia(received.mediaUrl)))
    await using setup = await open({ publicUrl: received.url })
    const account = accountOf(setup)
    const [number] = await setup.carrier.listPhoneNumbers(account)
    await setup.carrier.setNumberRoutes(account, number!.externalId, { calls: 'here' })
    const { sid } = setup.sandbox.control.call({ from: '+12025550150', to: from })
    await received.connected
    assert.equal((await setup.carrier.findCall(account, sid))?.status, 'in-progress')
    await setup.carrier.endCall(account, sid)
    assert.equal((await untilOver(setup, sid)).status, 'completed')
  })
}
