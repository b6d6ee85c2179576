// Tests of fault injection, scripted and at random, and of the rate limit.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { person, sender, startTestSandbox, type TestSandbox } from './harness.ts'

async function sendTemplate(sandbox: TestSandbox, To = person): Promise<string> {
  const { sid } =
    sandbox.carrier.control.findTemplate('hi') ??
    sandbox.carrier.control.addTemplate({ name: 'hi', body: 'Hello from us' })
  const before = sandbox.carrier.messages().length
  const result = await sandbox.send({ From: sender, To, ContentSid: sid }).then(
    async (reply) => `${reply.status} ${((await reply.json()) as { code?: number }).code ?? 'sid'}`,
    () => 'cut',
  )
  return `${result}, ${sandbox.carrier.messages().length - before} made`
}

describe('a scripted fault', () => {
  test('applies to one request, in order', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script(
      'too-many-requests',
      'error-after-accept',
      'error-before-accept',
      'lost-reply',
      'lost-request',
      { fault: 'refuse', code: 21408 },
    )
    const results = []
    for (let number = 0; number < 7; number++) results.push(await sendTemplate(sandbox))
    assert.deepEqual(results, [
      '429 20429, 0 made',
      '500 20500, 1 made',
      '500 20500, 0 made',
      'cut, 1 made',
      'cut, 0 made',
      '400 21408, 0 made',
      '201 sid, 1 made',
    ])
    await sandbox.carrier.control.settled()
    assert.ok(sandbox.carrier.messages().every(({ status }) => status === 'read'))
    assert.deepEqual(
      sandbox.carrier.requests.map(({ status, faults }) => [status, faults?.[0]]),
      [
        [429, 'too-many-requests'],
        [500, 'error-after-accept'],
        [500, 'error-before-accept'],
        ['cut', 'lost-reply'],
        ['cut', 'lost-request'],
        [400, 'refuse'],
        [201, undefined],
      ],
    )
    assert.ok(sandbox.carrier.requests[3]!.sid, 'the log names the message of the lost response')
  })

  test('can apply to several requests, and to others than messages', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script({ faults: [{ fault: 'too-many-requests' }], times: 2 })
    sandbox.carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /v2/Channels' })
    assert.deepEqual(
      [await sendTemplate(sandbox), await sendTemplate(sandbox), await sendTemplate(sandbox)].map((result) =>
        result.slice(0, 3),
      ),
      ['429', '429', '201'],
    )
    await assert.rejects(sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' }), { code: 20500 })
    assert.equal((await sandbox.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })).length, 1)
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

  test('can delay the response', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.carrier.control.script({ fault: 'slow-answer', delayMs: 3_600_000 })
    const result = sendTemplate(sandbox)
    while (sandbox.carrier.messages().length === 0) await new Promise(setImmediate)
    await sandbox.carrier.control.forward(3_600_000)
    assert.equal(await result, '201 sid, 1 made')
  })
})

describe('numbers that end in 99', () => {
  for (const [digits, result] of [
    ['00014', '500 20500, 1 made'],
    ['00015', '500 20500, 0 made'],
    ['00016', 'cut, 1 made'],
    ['00017', 'cut, 0 made'],
    ['00019', '201 sid, 1 made'],
    ['00020', '201 sid, 1 made'],
    ['00021', '201 sid, 1 made'],
  ] as const) {
    test(`and ${digits} result in ${result}`, async () => {
      await using sandbox = await startTestSandbox()
      assert.equal(await sendTemplate(sandbox, `whatsapp:+155599${digits}`), result)
    })
  }

  test('and 00018 delay the response by five seconds', async () => {
    await using sandbox = await startTestSandbox()
    const result = sendTemplate(sandbox, 'whatsapp:+15559900018')
    while (sandbox.carrier.messages().length === 0) await new Promise(setImmediate)
    await sandbox.carrier.control.forward(5_000)
    assert.equal(await result, '201 sid, 1 made')
  })
})

describe('faults at random', () => {
  const run = async (seed: number) => {
    await using sandbox = await startTestSandbox({
      faults: {
        seed,
        lostReply: 0.2,
        errorAfterAccept: 0.2,
        tooManyRequests: 0.1,
        lostRequest: 0.1,
        errorBeforeAccept: 0.1,
      },
    })
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
    await using sandbox = await startTestSandbox({
      faults: { seed: 3, duplicateCallback: 0.3, drop: 0.3, reorder: 0.5 },
    })
    const { sid } = sandbox.carrier.control.addTemplate({ name: 'hi', body: 'Hello from us' })
    const sequences = new Set<string>()
    for (let number = 0; number < 30; number++) {
      const made = await sandbox.client.messages.create({
        from: sender,
        to: person,
        contentSid: sid,
        statusCallback: `${sandbox.receiver.url}/status`,
      })
      await sandbox.carrier.control.settled()
      sequences.add(sandbox.statusesOf(made.sid).join(' '))
    }
    assert.ok(sequences.has('sent delivered read') && [...sequences].some((sequence) => sequence.startsWith('read')))
    assert.ok(
      [...sequences].some((sequence) => /(\w+) \1/.test(sequence)) &&
        [...sequences].some((sequence) => sequence.split(' ').length < 3),
    )
  })
})

test('messages beyond the rate limit are rejected with 20429', async () => {
  await using sandbox = await startTestSandbox({ rate: { perSecond: 1, burst: 3 } })
  const results = []
  for (let number = 0; number < 4; number++) results.push(await sendTemplate(sandbox))
  assert.deepEqual(results.at(-1), '429 20429, 0 made')
  await sandbox.carrier.control.forward(1_000)
  assert.equal(await sendTemplate(sandbox), '201 sid, 1 made')
})
