// Tests of fault injection, scripted and at random, and of the rate limit.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { customer, sender, startTestSandbox, type TestSandbox } from './harness.ts'

async function sendTemplate(sandbox: TestSandbox, To = customer): Promise<string> {
  const before = sandbox.carrier.messages().length
  const result = await sandbox.send({ From: sender, To, ContentSid: sandbox.template() }).then(
    ({ status, body }) => `${status} ${body.code ?? 'sid'}`,
    () => 'cut',
  )
  return `${result}, ${sandbox.carrier.messages().length - before} made`
}

describe('a scripted fault', () => {
  test('applies to one request, in order', async () => {
    await using sandbox = await startTestSandbox()
    const expected = [
      ['too-many-requests', '429 20429, 0 made', 429],
      ['error-after-accept', '500 20500, 1 made', 500],
      ['error-before-accept', '500 20500, 0 made', 500],
      ['lost-reply', 'cut, 1 made', 'cut'],
      ['lost-request', 'cut, 0 made', 'cut'],
      [{ fault: 'refuse', code: 21408 }, '400 21408, 0 made', 400],
    ] as const
    sandbox.carrier.control.script(...expected.map(([fault]) => fault))
    for (const [fault, result, status] of expected) {
      assert.equal(await sendTemplate(sandbox), result)
      const logged = sandbox.carrier.requests.at(-1)!
      assert.deepEqual([logged.status, logged.faults], [status, [typeof fault === 'string' ? fault : fault.fault]])
    }
    assert.equal(await sendTemplate(sandbox), '201 sid, 1 made')
    const last = sandbox.carrier.requests.at(-1)!
    assert.deepEqual([last.status, last.faults], [201, undefined])
    await sandbox.carrier.control.settled()
    assert.ok(sandbox.carrier.messages().every(({ status }) => status === 'read'))
    assert.ok(sandbox.carrier.requests[3]!.sid, 'the log names the message of the lost response')
  })

  test('can apply to several requests, and to others than messages', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script({ faults: [{ fault: 'too-many-requests' }], times: 2 })
    sandbox.carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /v2/Channels' })
    for (const result of ['429 20429, 0 made', '429 20429, 0 made', '201 sid, 1 made'])
      assert.equal(await sendTemplate(sandbox), result)
    const { channelsSenders } = sandbox.client.messaging.v2
    await assert.rejects(channelsSenders.list({ channel: 'whatsapp' }), { code: 20500 })
    assert.equal((await channelsSenders.list({ channel: 'whatsapp' })).length, 1)
  })

  test('can change the template or the sender', async () => {
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    control.script('template-paused')
    await sendTemplate(sandbox)
    assert.equal(control.findTemplate('hi')!.approval!.status, 'paused')
    control.changeTemplate('hi', { status: 'approved' })
    control.script('category-changed')
    await sendTemplate(sandbox)
    assert.equal(control.findTemplate('hi')!.approval!.category, 'MARKETING')
    control.script('sender-offline')
    await sendTemplate(sandbox)
    const [one] = await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })
    assert.equal(one!.status, 'OFFLINE')
  })

  test('can delay the response, for an hour or by the five seconds of a magic number', async () => {
    for (const [to, delayMs] of [
      [customer, 3_600_000],
      ['whatsapp:+15559900018', 5_000],
    ] as const) {
      await using sandbox = await startTestSandbox()
      if (to === customer) sandbox.carrier.control.script({ fault: 'slow-answer', delayMs })
      const result = sendTemplate(sandbox, to)
      while (sandbox.carrier.messages().length === 0) await new Promise(setImmediate)
      await sandbox.carrier.control.forward(delayMs)
      assert.equal(await result, '201 sid, 1 made')
    }
  })
})

test('numbers that end in 99 cause the fault of their digits', async () => {
  await using sandbox = await startTestSandbox()
  for (const [digits, result] of [
    ['00014', '500 20500, 1 made'],
    ['00015', '500 20500, 0 made'],
    ['00016', 'cut, 1 made'],
    ['00017', 'cut, 0 made'],
    ['00019', '201 sid, 1 made'],
    ['00020', '201 sid, 1 made'],
    ['00021', '201 sid, 1 made'],
  ] as const)
    assert.equal(await sendTemplate(sandbox, `whatsapp:+155599${digits}`), result, digits)
})

describe('faults at random', () => {
  const run = async (seed: number) => {
    const often = { lostReply: 0.2, errorAfterAccept: 0.2 }
    const rare = { tooManyRequests: 0.1, lostRequest: 0.1, errorBeforeAccept: 0.1 }
    await using sandbox = await startTestSandbox({ faults: { seed, ...often, ...rare } })
    const results: string[] = []
    for (let number = 0; number < 40; number++) results.push(await sendTemplate(sandbox))
    return results
  }

  test('are the same with the same seed', async () => {
    const [one, same, other] = [await run(7), await run(7), await run(8)]
    assert.deepEqual(one, same)
    assert.notDeepEqual(one, other)
    assert.ok(new Set(one).size >= 4)
  })

  test('duplicate, drop and reorder callbacks', async () => {
    const faults = { seed: 3, duplicateCallback: 0.3, drop: 0.3, reorder: 0.5 }
    await using sandbox = await startTestSandbox({ faults })
    const message = { From: sender, To: customer, ContentSid: sandbox.template() }
    const sequences: string[] = []
    for (let number = 0; number < 30; number++) {
      const { body } = await sandbox.send({ ...message, StatusCallback: `${sandbox.receiver.url}/status` })
      await sandbox.carrier.control.settled()
      sequences.push(sandbox.statusesOf(body.sid).join(' '))
    }
    for (const kind of [/^sent delivered read$/, /^read/, /(\w+) \1/, /^(?:\w+ ?){0,2}$/])
      assert.ok(
        sequences.some((sequence) => kind.test(sequence)),
        String(kind),
      )
  })
})

test('messages beyond the rate limit are rejected with 20429', async () => {
  await using sandbox = await startTestSandbox({ rate: { perSecond: 1, burst: 3 } })
  for (let number = 0; number < 3; number++) await sendTemplate(sandbox)
  assert.equal(await sendTemplate(sandbox), '429 20429, 0 made')
  await sandbox.carrier.control.forward(1_000)
  assert.equal(await sendTemplate(sandbox), '201 sid, 1 made')
})
