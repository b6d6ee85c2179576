// Tests transfers of calls over SIP trunks: the person is called over the trunk, and both are connected here.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { IncomingPhoneCall } from '@parley/sip'
import { until } from '#testing/app/until.ts'
import { startPhoneCalls } from '#testing/calls/phone-calls.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'
import { createPerson } from '#testing/sip/provider.ts'
import { openSoftphone } from '#testing/sip/softphone.ts'
import { openTrunk } from '#testing/sip/trunks.ts'

const phones = await startPhoneCalls()
after(() => phones[Symbol.asyncDispose]())

const agentNumber = '+12025550177'
const summary = 'Paula asks about an invoice.'
const script = [{ pieces: [{ tool: 'warm_call_transfer', arguments: { summary } }] }, 'She is not available.']

function startTransfer(answerAgent: (call: IncomingPhoneCall) => object, tool: object = {}) {
  const customer = createPerson()
  let customerCall: IncomingPhoneCall | undefined
  const opened = openTrunk(phones, {
    party: {
      assistant: {
        tools: [{ type: 'warm_call_transfer', phone_number: agentNumber, message: 'I will ask Anna.', ...tool }],
      },
      script,
    },
    answer(call, dialed) {
      if (dialed === agentNumber) return answerAgent(call)
      customerCall = call
      call.ring()
      void call.answer()
      return customer.events
    },
  })
  return { customer, opened, atCustomer: () => customerCall! }
}

describe('a transfer over a SIP trunk', { concurrency: 3 }, () => {
  it('connects both when the person has heard the summary and presses 1, and ends when one of them hangs up', async () => {
    const agent = createPerson()
    let atAgent: IncomingPhoneCall | undefined
    const { customer, opened } = startTransfer((call) => {
      atAgent = call
      void call.answer()
      return agent.events
    })
    await using trunk = await opened
    const id = await trunk.call()
    await trunk.spoken()
    await customer.sayUntil('A person please.', () => atAgent !== undefined)
    // A busy machine delays packets, and with them single words of the briefing are lost.
    await until(() => /Paula|invoice/.test(agent.heard()) && /Press|1/.test(agent.heard()))
    atAgent!.sendKeys('1')
    await until(async () => (await trunk.client.calls.get({ id })).ended_reason === 'transferred')
    await agent.sayUntil('Anna speaking.', () => customer.heard().includes('Anna speaking.'))
    await customer.sayUntil('Hello Anna.', () => agent.heard().includes('Hello Anna.'))
    atAgent!.hangUp()
    await until(() => customer.seen.some((event) => event.startsWith('ended')))
    await until(async () =>
      (await trunk.client.calls.explain({ id })).timeline.some(({ type }) => type === 'transfer_ended'),
    )
    const invite = trunk.provider.requests.findLast(({ method }) => method === 'INVITE')!
    assert.match(trunk.provider.headerOf(invite, 'From')!, new RegExp(`\\${trunk.number}`))
  })

  it('leaves the customer with the assistant if the person is busy', async () => {
    const { customer, opened } = startTransfer((call) => {
      call.reject(486)
      return {}
    })
    await using trunk = await opened
    const id = await trunk.call()
    await trunk.spoken()
    const spoken = async () => JSON.stringify((await trunk.client.calls.get({ id })).transcript)
    await customer.sayUntil('A person please.', async () => (await spoken()).includes('She is not available.'))
  })

  it('calls nobody any longer if the customer hangs up while the person rings', async () => {
    const agent = createPerson()
    let rings = false
    const { customer, opened, atCustomer } = startTransfer((call) => {
      rings = true
      call.ring()
      return agent.events
    })
    await using trunk = await opened
    await trunk.call()
    await trunk.spoken()
    await customer.sayUntil('A person please.', () => rings)
    atCustomer().hangUp()
    await until(() => agent.seen.some((event) => event.startsWith('ended')))
  })
})

describe('a transfer to a telephone of the account', { concurrency: 3 }, () => {
  async function startTransferTo(extension: string) {
    const { customer, opened, atCustomer } = startTransfer(() => assert.fail('the provider was called'), {
      phone_number: extension,
      require_key: false,
    })
    const trunk = await opened
    const { data } = await trunk.client.sipPhones.create({ name: 'Desk', extension })
    const server = (await phones.parley.app.telephoneAddress())!
    return { customer, trunk, atCustomer, desk: { server, username: data.username, password: data.password! } }
  }

  it('calls its extension with the number of the customer, and connects both', async () => {
    const { customer, trunk, atCustomer, desk } = await startTransferTo('101')
    await using _trunk = trunk
    const agent = createPerson()
    await using softphone = await openSoftphone({ ...desk, person: agent })
    await softphone.register()
    const id = await trunk.call()
    await trunk.spoken()
    await customer.sayUntil('A person please.', () => agent.seen.includes('answered'))
    await agent.sayUntil('Anna speaking.', () => customer.heard().includes('Anna speaking.'))
    await customer.sayUntil('Hello Anna.', () => agent.heard().includes('Hello Anna.'))
    assert.deepEqual(softphone.callers, ['+12025550199'])
    atCustomer().hangUp()
    await until(() => agent.seen.some((event) => event.startsWith('ended')))
    assert.equal((await trunk.client.calls.get({ id })).ended_reason, 'transferred')
  })

  it('is asked for by a person of the account, who gets the customer at the own telephone', async () => {
    const { customer, trunk, atCustomer, desk } = await startTransferTo('103')
    await using _trunk = trunk
    const id = await trunk.call()
    await trunk.spoken()
    const transfer = (phone_number: string) => trunk.client.liveCalls.transfer({ id, phone_number })
    await assert.rejects(
      transfer('Anna'),
      refusedWith(422, { message: 'This is neither a phone number nor the extension of a telephone.' }),
    )
    await assert.rejects(
      transfer('+881600000000'),
      refusedWith(422, { message: 'Calls to satellite phones and international services are not allowed.' }),
    )
    await transfer('103')
    await until(async () => (await trunk.happened(id)).includes('The transfer was not answered: failed.'))
    const agent = createPerson()
    await using softphone = await openSoftphone({ ...desk, person: agent })
    await softphone.register()
    await transfer('103')
    await agent.sayUntil('Anna speaking.', () => customer.heard().includes('Anna speaking.'))
    assert.equal((await trunk.client.calls.get({ id })).ended_reason, 'transferred')
    await assert.rejects(transfer('103'), refusedWith(409, { message: 'The call is not live.' }))
    atCustomer().hangUp()
    const failure = 'The transfer failed: The telephone 103 is not registered. The customer is still on the line.'
    await until(async () => (await trunk.happened(id)).includes(failure))
  })

  it('that is not registered leaves the customer with the assistant', async () => {
    const { customer, trunk, atCustomer } = await startTransferTo('102')
    await using _trunk = trunk
    const id = await trunk.call()
    await trunk.spoken()
    await customer.sayUntil('A person please.', () => customer.heard().includes('She is not available.'))
    atCustomer().hangUp()
    const failure = '{"error":"The telephone 102 is not registered. The customer is still on the line."}'
    await until(async () => (await trunk.happened(id)).some((text) => text.includes(failure)))
  })
})

describe('a transfer that the provider may make itself', { concurrency: 2 }, () => {
  const cold = { type: 'call_transfer' as const, phone_number: agentNumber, message: 'One moment.' }

  async function startCold(status: number) {
    const customer = createPerson()
    const referred: string[] = []
    const trunk = await openTrunk(phones, {
      fields: { allow_refer: true },
      party: {
        assistant: { tools: [cold] },
        script: [{ pieces: [{ tool: 'call_transfer', arguments: {} }] }, 'She is not available.'],
      },
      answer(call) {
        void call.answer()
        return {
          ...customer.events,
          transferRequested({ target }) {
            referred.push(target)
            return (report) => report(status)
          },
        }
      },
    })
    const id = await trunk.call()
    await trunk.spoken()
    await customer.sayUntil('A person please.', () => referred.length > 0)
    return { trunk, customer, id, referred }
  }

  it('is left to it, and the call ends here', async () => {
    const { trunk, customer, id, referred } = await startCold(200)
    await using _trunk = trunk
    await until(async () => (await trunk.client.calls.get({ id })).ended_reason === 'transferred')
    await until(() => customer.seen.some((event) => event.startsWith('ended')))
    assert.match(referred[0]!, new RegExp(`^sip:\\${agentNumber}@`))
    assert.equal(trunk.provider.requests.filter(({ method }) => method === 'INVITE').length, 1)
  })

  it('leaves the customer with the assistant if the provider reports a failure', async () => {
    const { trunk, id } = await startCold(486)
    await using _trunk = trunk
    await until(async () =>
      JSON.stringify((await trunk.client.calls.get({ id })).transcript).includes('She is not available.'),
    )
  })
})
