// Faults of the answers, scripted and at random, and the limit of the rate.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Desk, openDesk, person, sender } from './testing/harness.ts'

async function ask(desk: Desk, To = person): Promise<string> {
  const { sid } =
    desk.carrier.control.findTemplate('hi') ?? desk.carrier.control.addTemplate({ name: 'hi', body: 'Hello from us' })
  const before = desk.carrier.messages().length
  const answer = await desk.send({ From: sender, To, ContentSid: sid }).then(
    async (reply) => `${reply.status} ${((await reply.json()) as { code?: number }).code ?? 'sid'}`,
    () => 'cut',
  )
  return `${answer}, ${desk.carrier.messages().length - before} made`
}

describe('a scripted fault', () => {
  test('is for one call each, in order', async () => {
    await using desk = await openDesk()
    desk.carrier.control.script(
      'too-many-requests',
      'error-after-accept',
      'error-before-accept',
      'lost-reply',
      'lost-request',
      { fault: 'refuse', code: 21408 },
    )
    const answers = []
    for (let number = 0; number < 7; number++) answers.push(await ask(desk))
    assert.deepEqual(answers, [
      '429 20429, 0 made',
      '500 20500, 1 made',
      '500 20500, 0 made',
      'cut, 1 made',
      'cut, 0 made',
      '400 21408, 0 made',
      '201 sid, 1 made',
    ])
    await desk.carrier.control.settled()
    assert.ok(desk.carrier.messages().every(({ status }) => status === 'read'))
    assert.deepEqual(
      desk.carrier.requests.map(({ status, faults }) => [status, faults?.[0]]),
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
    assert.ok(desk.carrier.requests[3]!.sid, 'the log knows what the lost reply would have said')
  })

  test('can be a burst, and of other requests than messages', async () => {
    await using desk = await openDesk()
    desk.carrier.control.script({ faults: [{ fault: 'too-many-requests' }], times: 2 })
    desk.carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on: 'GET /v2/Channels' })
    assert.deepEqual(
      [await ask(desk), await ask(desk), await ask(desk)].map((answer) => answer.slice(0, 3)),
      ['429', '429', '201'],
    )
    await assert.rejects(desk.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' }), { code: 20500 })
    assert.equal((await desk.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })).length, 1)
  })

  test('changes the world beside the message', async () => {
    await using desk = await openDesk()
    const { control } = desk.carrier
    control.script('template-paused')
    await ask(desk)
    assert.equal(control.findTemplate('hi')!.approval!.status, 'paused')
    control.changeTemplate('hi', { status: 'approved' })
    control.script('category-changed')
    await ask(desk)
    assert.equal(control.findTemplate('hi')!.approval!.category, 'MARKETING')
    control.script('sender-offline')
    await ask(desk)
    const [one] = await desk.client.messaging.v2.channelsSenders.list({ channel: 'whatsapp' })
    assert.equal(one!.status, 'OFFLINE')
  })

  test('can be a late answer', async () => {
    await using desk = await openDesk()
    desk.carrier.control.script({ fault: 'slow-answer', delayMs: 3_600_000 })
    const answer = ask(desk)
    while (desk.carrier.messages().length === 0) await new Promise(setImmediate)
    await desk.carrier.control.forward(3_600_000)
    assert.equal(await answer, '201 sid, 1 made')
  })
})

describe('numbers that end in 99', () => {
  for (const [digits, answer] of [
    ['00014', '500 20500, 1 made'],
    ['00015', '500 20500, 0 made'],
    ['00016', 'cut, 1 made'],
    ['00017', 'cut, 0 made'],
    ['00019', '201 sid, 1 made'],
    ['00020', '201 sid, 1 made'],
    ['00021', '201 sid, 1 made'],
  ] as const) {
    test(`and ${digits} answer ${answer}`, async () => {
      await using desk = await openDesk()
      assert.equal(await ask(desk, `whatsapp:+155599${digits}`), answer)
    })
  }

  test('and 00018 answer after five seconds', async () => {
    await using desk = await openDesk()
    const answer = ask(desk, 'whatsapp:+15559900018')
    while (desk.carrier.messages().length === 0) await new Promise(setImmediate)
    await desk.carrier.control.forward(5_000)
    assert.equal(await answer, '201 sid, 1 made')
  })
})

describe('faults at random', () => {
  const run = async (seed: number) => {
    await using desk = await openDesk({
      faults: {
        seed,
        lostReply: 0.2,
        errorAfterAccept: 0.2,
        tooManyRequests: 0.1,
        lostRequest: 0.1,
        errorBeforeAccept: 0.1,
      },
    })
    const answers: string[] = []
    for (let number = 0; number < 40; number++) answers.push(await ask(desk))
    return answers
  }

  test('are the same by the same seed', async () => {
    const [one, same, other] = [await run(7), await run(7), await run(8)]
    assert.deepEqual(one, same)
    assert.notDeepEqual(one, other)
    assert.ok(new Set(one).size >= 4)
  })

  test('double, drop and turn callbacks', async () => {
    await using desk = await openDesk({ faults: { seed: 3, duplicateCallback: 0.3, drop: 0.3, reorder: 0.5 } })
    const { sid } = desk.carrier.control.addTemplate({ name: 'hi', body: 'Hello from us' })
    const ways = new Set<string>()
    for (let number = 0; number < 30; number++) {
      const made = await desk.client.messages.create({
        from: sender,
        to: person,
        contentSid: sid,
        statusCallback: `${desk.ear.url}/status`,
      })
      await desk.carrier.control.settled()
      ways.add(desk.statusesOf(made.sid).join(' '))
    }
    assert.ok(ways.has('sent delivered read') && [...ways].some((way) => way.startsWith('read')))
    assert.ok([...ways].some((way) => /(\w+) \1/.test(way)) && [...ways].some((way) => way.split(' ').length < 3))
  })
})

test('beyond the rate there is 20429, and nothing is made', async () => {
  await using desk = await openDesk({ rate: { perSecond: 1, burst: 3 } })
  const answers = []
  for (let number = 0; number < 4; number++) answers.push(await ask(desk))
  assert.deepEqual(answers.at(-1), '429 20429, 0 made')
  await desk.carrier.control.forward(1_000)
  assert.equal(await ask(desk), '201 sid, 1 made')
})
