// Tests of the names, types and number of variables of assistants, conversations and generated replies.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { describeTime } from '#server/platform/time/describe-time.ts'
import { promptOf } from '#testing/app/scripted-model.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { assertInvalid, refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())

const emptyName = 'The variables may not have an empty name.'

const assertEmptyNameRefused = (call: Promise<unknown>, message = emptyName) =>
  assert.rejects(call, refusedWith(422, { message, errors: { variables: [emptyName] } }))

describe('a variable', () => {
  for (const name of ['', '  '])
    it(`is refused if its name is ${JSON.stringify(name)}`, async () => {
      const { client, id, uuid } = await parley.createAssistant({ variables: { shop: 'Acme' } })
      const variables = { shop: 'Other', [name]: 'x' }
      await assertEmptyNameRefused(client.assistants.create({ name: 'Bob', variables }), 'Validation failed')
      await assertEmptyNameRefused(client.assistants.update({ id, variables }), 'Validation failed')
      await assertEmptyNameRefused(client.conversations.create({ assistant_id: uuid, variables }))
      const input = { assistant_id: id, customer_identifier: 'ann', message: 'Hi' }
      await assertEmptyNameRefused(client.conversations.generateReply({ ...input, variables }))
      assert.deepEqual((await client.assistants.get({ id })).data.variables, { shop: 'Acme' })
    })
})

describe('the variables of a conversation', () => {
  const texts = { initial_message: 'Hello {{customer name}}, {{имя}}!', variables: { 'customer name': 'friend' } }

  it('may have names in any script, are trimmed, and may be numbers and booleans, which become strings', async () => {
    const { client, id, uuid } = await parley.createAssistant(texts)
    const variables = { table: 4, vip: true, 'customer name': '  Ann ', имя: 'Анна' }
    const stored = { table: '4', vip: 'true', 'customer name': 'Ann', имя: 'Анна' }
    const started = await client.conversations.create({ assistant_id: uuid, variables })
    assert.equal(started.history[0]?.content, 'Hello Ann, Анна!')
    assert.deepEqual((await client.conversations.get({ uuid: started.conversation_id })).variables, stored)
    const input = { assistant_id: id, customer_identifier: 'ann', message: 'Hi', variables }
    const { conversation_id } = await client.conversations.generateReply(input)
    assert.deepEqual((await client.conversations.show({ uuid: conversation_id })).data.variables, stored)
    const aliased = await client.conversations.create({ assistant_id: uuid, input_variables: variables })
    assert.equal(aliased.history[0]?.content, 'Hello Ann, Анна!')
    const { variables: _, ...bob } = { ...input, customer_identifier: 'bob', input_variables: variables }
    const { conversation_id: replied } = await client.conversations.generateReply(bob)
    assert.deepEqual((await client.conversations.show({ uuid: replied })).data.variables, stored)
    const nested = { city: {} } as unknown as Record<string, string>
    await assertInvalid(client.conversations.create({ assistant_id: uuid, variables: nested }), {
      'variables.city': ['The variables.city must be a string.'],
    })
  })

  it('are stored and sent in webhooks if a caller with an API key sets them, even if they are not declared', async () => {
    await using hook = await openReceiver()
    await using parley = await startTestApp({ script: 'Hello.', config: { allowPrivate: [new URL(hook.url).host] } })
    const { client, uuid } = await parley.createAssistant({ ...texts, conversation_ended_webhook_url: hook.url })
    const variables = { order_number: 'A-1', 'customer name': 'Ann' }
    const { conversation_id } = await client.conversations.create({ assistant_id: uuid, variables })
    await client.conversations.sendMessage({ uuid: conversation_id, message: 'Hi' })
    await parley.turnClock(31 * 60_000)
    await parley.runJobs()
    await hook.received(1)
    const payload = JSON.parse(hook.requests[0]!.body.toString())
    assert.deepEqual([payload.conversation_id, payload.input_variables], [conversation_id, variables])
  })

  it('keep the default of the assistant if they are empty', async () => {
    const { client, id } = await parley.createAssistant({
      system_prompt: 'City: {{city}}.',
      variables: { city: 'Graz' },
    })
    for (const city of ['', ' ']) {
      const request = { assistant_id: id, customer_identifier: `of${city}`, message: 'Hi', variables: { city } }
      await client.conversations.generateReply(request)
      assert.match(promptOf(parley.model.requests.at(-1))[0]!, /^system: City: Graz\./)
    }
  })

  it('are limited to 50 and to 16,000 characters across all requests', async () => {
    const { client, id } = await parley.createAssistant()
    const named = (prefix: string, count: number, value = 'x') =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]))
    const reply = (variables: Record<string, string>) =>
      client.conversations.generateReply({ assistant_id: id, customer_identifier: 'ann', message: 'Hi', variables })
    const { conversation_id: uuid } = await reply(named('a', 30))
    await assertInvalid(reply(named('b', 21)), { variables: ['The variables may not have more than 50 items.'] })
    assert.deepEqual((await client.conversations.show({ uuid })).data.variables, named('a', 30))
    await reply(named('b', 20))
    const long = named('a', 15, 'x'.repeat(1000))
    await reply(long)
    const tooLong = 'The variables may not be greater than 16000 characters.'
    await assertInvalid(reply({ ...long, a15: 'x'.repeat(960) }), { variables: [tooLong] })
  })
})

describe('the date and time', () => {
  const instructions = () => promptOf(parley.model.requests.at(-1))[0]!
  const ruleIn = (zone: string, at: Date) => {
    const { weekday, date, time, offset } = describeTime(at, zone)
    return `It is now ${weekday}, ${date}, ${time} in the time zone ${zone} (UTC${offset}).`
  }

  it('of the assistant end the instructions of every answer, and follow the clock past midnight', async () => {
    const settings = { timezone: 'Asia/Kathmandu', system_prompt: 'You book tables. Today is {{current_date}}.' }
    await using app = await startTestApp({ script: 'Hello.' })
    const { client, id, uuid } = await app.createAssistant(settings)
    const prompt = () => promptOf(app.model.requests.at(-1))[0]!
    const { conversation_id } = await client.conversations.create({ assistant_id: uuid })
    const send = async () => {
      await client.conversations.sendMessage({ uuid: conversation_id, message: 'Tomorrow at ten, please.' })
      const { now } = app.app.context
      assert.ok([0, 60_000].some((ms) => prompt().endsWith(ruleIn(settings.timezone, new Date(now().getTime() - ms)))))
      return prompt()
    }
    const before = await send()
    await app.turnClock(25 * 3_600_000)
    const after = await send()
    assert.notEqual(before, after)
    assert.ok(
      after.startsWith(
        `system: You book tables. Today is ${describeTime(app.app.context.now(), settings.timezone).date}.`,
      ),
    )
    await client.conversations.generateReply({ assistant_id: id, customer_identifier: 'ann', message: 'Hi' })
    assert.match(prompt(), /It is now .* in the time zone Asia\/Kathmandu \(UTC\+05:45\)\.$/)
  })

  it('cannot be set by a visitor', async () => {
    const { uuid } = await parley.createAssistant({ timezone: 'UTC', variables: { current_date: '' } })
    const variables = { current_date: '1999-01-01' }
    const request = rawRequests(parley)
    const created = await request('POST', '/api/conversations', { assistant_id: uuid, variables })
    await request('POST', `/api/conversations/${created.body.conversation_id}/messages`, { message: 'Hi' })
    assert.match(instructions(), /It is now \w+, 20[2-9]\d-/)
  })
})
