// Tests of whole calls in both directions: how they begin and end, transfers, keys, and two assistants on one call.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { dtmfTone } from '@parley/telephone'
import { selectBalance } from '#server/features/billing/index.ts'
import { until } from '../../app/until.ts'
import { endCall, hangUp, line, type PhoneCall, startPhoneCalls, wordsIn } from '../../calls/phone-calls.ts'

const calls = await startPhoneCalls()
after(() => calls[Symbol.asyncDispose]())
const { call, createParty, nextPhone, parley } = calls
const { control } = parley.carrier

const lastMessages = ({ requests }: PhoneCall): string => JSON.stringify(requests.at(-1)?.body['messages'])
const eventsOf = async ({ client, callId }: PhoneCall) => (await client.calls.explain({ id: callId })).timeline

describe('on the phone', { concurrency: true, timeout: 90_000 }, () => {
  describe('a call', { concurrency: true }, () => {
    it('from a customer is answered, and ends when the customer hangs up', async () => {
      const made = await call({
        inbound: true,
        script: 'At nine.',
        phone: { steps: [line('When do you open?'), hangUp()] },
      })
      assert.equal(made.heard, 'Hello. At nine.')
      assert.deepEqual(made.transcript, ['bot: Hello.', 'human: When do you open?', 'bot: At nine.'])
      const { details, payload } = made
      assert.deepEqual(
        [details.type, details.status, details.ended_reason],
        ['inbound', 'ended_by_customer', 'caller_hung_up'],
      )
      assert.deepEqual([payload['assistant_phone'], payload['customer_phone']], [made.number, made.atCarrier.from])
      assert.ok(details.duration >= 2 && details.total_cost > 0)
    })

    const unanswered = [
      { pickUp: 'busy', status: 'busy', reason: 'busy' },
      { pickUp: 'reject', status: 'busy', reason: 'busy' },
      { pickUp: 'no-answer', status: 'no-answer', reason: 'no_answer' },
    ] as const
    for (const { pickUp, status, reason } of unanswered) {
      it(`to a phone with ${pickUp} is over at the ringing time at the latest, and free`, async () => {
        const made = await call({ assistant: { ringing_time: 1 }, phone: { pickUp, ringMs: 100 } })
        const { details, payload } = made
        assert.deepEqual([details.status, details.ended_reason, details.total_cost], [status, reason, 0])
        assert.deepEqual([payload['status'], payload['formatted_transcript']], [status, ''])
        assert.equal((await selectBalance(parley.app.context.db, made.account.id)).heldMicros, 0)
        assert.equal(made.requests.length, 0)
      })
    }

    it('that the customer ends during the greeting has only the heard part of it', async () => {
      const greeting = 'Hello, this is the assistant of the restaurant, how can I help you?'
      const { details, heard, transcript } = await call({
        assistant: { initial_message: greeting },
        phone: { steps: [{ hangUp: true, afterMs: 1_500 }] },
      })
      assert.deepEqual([details.status, details.ended_reason], ['ended_by_customer', 'caller_hung_up'])
      assert.ok(transcript.length === 1 && `bot: ${greeting}`.startsWith(transcript[0]!), transcript[0])
      assert.ok(Math.abs(transcript[0]!.length - 'bot: '.length - heard.length) <= 12, `${transcript[0]} / ${heard}`)
    })

    it('ends after the goodbye was heard, and the line closes within two seconds', async () => {
      const made = await call({
        assistant: { tools: [{ type: 'end_call' }] },
        script: endCall('Goodbye, and have a nice day.'),
        phone: { steps: [line('That is all, bye.')] },
      })
      assert.match(made.heard, /Goodbye, and have a nice day\.$/)
      assert.deepEqual([made.details.status, made.details.ended_reason], ['ended_by_assistant', 'assistant_ended'])
      const { heard } = made.audio!
      const lastSound = heard.findLastIndex((code) => code !== 0xff)
      assert.ok(heard.length - lastSound < 2_000 * 8, `${(heard.length - lastSound) / 8} ms of silence at the end`)
    })

    it('ends with the message of the tool', async () => {
      const { heard } = await call({
        assistant: { tools: [{ type: 'end_call', message: 'Thank you for calling.' }] },
        script: endCall(),
        phone: { steps: [line('That is all, bye.')] },
      })
      assert.equal(heard, 'Hello. Thank you for calling.')
    })
  })

  describe('a transfer', { concurrency: true }, () => {
    const asks = (to: string, message?: string, fields: object = {}) => ({
      assistant: {
        tools: [{ type: 'call_transfer' as const, phone_number: to, ...(message && { message }), ...fields }],
      },
      script: [{ pieces: [{ tool: 'call_transfer' }] }, 'Nobody is available.'],
    })

    it('connects the customer with a person after the message was heard', async () => {
      const to = nextPhone()
      control.behaveOnCalls(to, { steps: [line('Anna speaking.', { afterMs: 300 }), hangUp({ afterMs: 1_000 })] })
      const made = await call({
        ...asks(to, 'I will connect you.'),
        phone: { steps: [line('A person please.')] },
      })
      assert.equal(made.heard, 'Hello. I will connect you. Anna speaking.')
      assert.equal(made.details.ended_reason, 'transferred')
      const dialed = await control.waitForCall((one) => one.to === to && one.endedAtMs !== null)
      assert.deepEqual([dialed.from, dialed.status], [made.number, 'completed'])
      await until(async () => (await eventsOf(made)).some(({ type }) => type === 'transfer_ended'))
    })

    for (const mode of ['pipeline', 'multimodal', 'dualplex'] as const)
      it(`connects the customer with a person in the ${mode} mode, and with an extension`, async () => {
        const to = nextPhone()
        control.behaveOnCalls(to, { steps: [line('Anna speaking.', { afterMs: 4_000 }), hangUp({ afterMs: 500 })] })
        const transfer = asks(`${to}x204`)
        const made = await call({
          ...transfer,
          assistant: { ...transfer.assistant, mode },
          phone: { steps: [line('A person please.')] },
        })
        const dialed = await control.waitForCall((one) => one.to === to && one.endedAtMs !== null)
        assert.equal(dialed.keysHeard, '204')
        assert.match(made.heard, /Anna speaking\.$/)
        assert.equal(made.details.ended_reason, 'transferred')
      })

    for (const { pickUp, outcome, said } of [
      { pickUp: 'busy', outcome: 'busy', said: /line is busy/ },
      { pickUp: 'reject', outcome: 'busy', said: /line is busy/ },
      { pickUp: 'not-in-service', outcome: 'failed', said: /call to the person failed/ },
    ] as const) {
      it(`returns the customer to the assistant if the phone has the result ${pickUp}`, async () => {
        const to = nextPhone()
        control.behaveOnCalls(to, { pickUp })
        const made = await call({
          ...asks(to, 'I will connect you.'),
          phone: {
            steps: [line('A person please.'), line('Too bad.', { pauseMs: 2_000 }), hangUp({ pauseMs: 2_000 })],
          },
        })
        assert.match(made.heard, /^Hello\. I will connect you\..*Nobody is available\./)
        assert.match(JSON.stringify(made.requests.at(-1)?.body['messages']), said)
        assert.equal(made.details.ended_reason, 'caller_hung_up')
        const find = async () => (await eventsOf(made)).find(({ type }) => type === 'transfer_ended')
        await until(async () => (await find()) !== undefined)
        const [transfer] = made.payload['transfers'] as object[]
        assert.deepEqual(
          { ...transfer, created_at: '' },
          { phone_number: to, answered: false, outcome, duration: 0, created_at: '' },
        )
        assert.equal(made.payload['ended_reason'], 'caller_hung_up')
        assert.deepEqual((await find())!.detail, { answered: false, outcome, duration_seconds: 0 })
      })

      it(`ends the call then if the tool says so (${pickUp})`, async () => {
        const to = nextPhone()
        control.behaveOnCalls(to, { pickUp })
        const made = await call({
          ...asks(to, 'I will connect you.', { end_call_on_failure: true }),
          phone: { steps: [line('A person please.')] },
        })
        assert.match(made.heard, /nobody can be reached at the moment\. Goodbye\.$/)
        assert.deepEqual([made.details.status, made.details.ended_reason], ['ended_by_assistant', 'transfer_failed'])
      })
    }

    it('to a forbidden number is refused, and the conversation continues', async () => {
      const made = await call({ ...asks('+19002345678'), phone: { steps: [line('A person please.'), hangUp()] } })
      assert.equal(made.heard, 'Hello. One moment, please. Nobody is available.')
      assert.match(lastMessages(made), /"role":"tool".*error/)
      assert.equal(made.details.ended_reason, 'caller_hung_up')
    })
  })

  describe('keys', { concurrency: true }, () => {
    it('that the customer presses reach the model', async () => {
      const made = await call({ script: 'You pressed one.', phone: { steps: [{ press: '1' }, hangUp()] } })
      assert.match(lastMessages(made), /pressed 1 on the keypad/)
      assert.equal(made.heard, 'Hello. You pressed one.')
    })

    it('are collected up to the finish key', async () => {
      const made = await call({
        assistant: { tools: [{ type: 'collect_keypad', max_digits: 8, finish_key: '*', timeout_seconds: 10 }] },
        script: [{ pieces: ['Your PIN please.', { tool: 'collect_keypad' }] }, 'Thank you.'],
        phone: { steps: [line('Log me in.'), { press: '4711*' }, hangUp()] },
      })
      assert.match(lastMessages(made), /4711/)
      assert.equal(made.heard, 'Hello. Your PIN please. Thank you.')
    })

    it('that the assistant presses are tones on the line', async () => {
      const made = await call({
        assistant: { tools: [{ type: 'dtmf_input' }] },
        script: [{ pieces: [{ tool: 'dtmf_input', arguments: { digits: '12' } }] }, 'Done.'],
        phone: { steps: [line('Press one, then two.'), hangUp()] },
      })
      const heard = Buffer.from(made.audio!.heard)
      const [one, two] = [heard.indexOf(dtmfTone('1')), heard.indexOf(dtmfTone('2'))]
      assert.ok(one > 0 && two > one, `${one} ${two}`)
      assert.match(made.heard, /Done\.$/)
    })
  })

  it('two assistants hold six turns with each other', async () => {
    const says = (name: string) => Array.from({ length: 9 }, (_, index) => `${name} ${index + 1}.`)
    const callee = await createParty({
      assistant: { type: 'inbound', initial_message: 'Office.' },
      script: says('Bob'),
    })
    const customer = await createParty({
      assistant: { wait_for_customer: true, initial_message: 'Ann here.', tools: [{ type: 'end_call' }] },
      script: [...says('Ann').slice(0, 5), endCall('Bye.')],
    })
    await customer.client.calls.make({ assistant_id: customer.id, phone_number: callee.number })
    const [outbound, inbound] = await Promise.all([customer.ended, callee.ended])
    const spoken = String(outbound['formatted_transcript'])
    const expected = ['Customer: Office.', 'AI: Ann here.', 'Customer: Bob 1.', 'AI: Ann 1.', 'Customer: Bob 2.']
    assert.ok(spoken.startsWith(expected.join('\n')), spoken)
    assert.match(spoken, /AI: Ann 5\.\nCustomer: Bob 6\.\nAI: Bye\.$/)
    const swapped = spoken.replaceAll('AI: ', 'X: ').replaceAll('Customer: ', 'AI: ').replaceAll('X: ', 'Customer: ')
    assert.equal(inbound['formatted_transcript'], swapped)
    const { sid } = await control.waitForCall((one) => one.to === callee.number && one.direction !== 'inbound')
    assert.ok(wordsIn(control.audio(sid)!.heard).startsWith('Ann here. Ann 1.'))
  })
})
