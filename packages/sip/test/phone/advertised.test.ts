// Tests which address a telephone behind a NAT names to others.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { headerOf, type SipRequest } from '../../src/message/index.ts'
import type { PhoneOptions } from '../../src/phone/index.ts'
import { openTestPhone, watch } from './phones.ts'

/** Registers and calls, and returns what has arrived. */
async function requestsOf(protocol: 'udp' | 'tcp', options: Partial<PhoneOptions>): Promise<SipRequest[]> {
  const loopback = { address: '127.0.0.1', port: 0 }
  const requests: SipRequest[] = []
  await using called = await openTestPhone({
    [protocol]: [loopback],
    admit: () => 'accept',
    incomingRegistration(request) {
      requests.push(request)
      return { status: 200, headers: [['Contact', headerOf(request, 'Contact') ?? '']] }
    },
    incoming({ signaling }) {
      requests.push(signaling.request)
      return undefined
    },
  })
  await using caller = await openTestPhone(options)
  const domain = `127.0.0.1:${called.local[protocol][0]!.port}`
  const account = caller.addAccount({ domain, proxy: `sip:${domain};transport=${protocol}`, user: 'caller' })
  const { promise: registered, resolve } = Promise.withResolvers<void>()
  caller.register({ account }, { changed: ({ status }) => status === 'registered' && resolve() })
  await registered
  const calling = watch()
  await caller.call(account, { to: `sip:called@${domain}` }, calling.handlers)
  await calling.until('ended')
  return [...requests]
}

const sentBy = (request: SipRequest): string => /^\S+ ([^;]+);/.exec(headerOf(request, 'Via')!)![1]!
const contactOf = (request: SipRequest): string => /<sip:caller@([^;>]+)/.exec(headerOf(request, 'Contact')!)![1]!

for (const protocol of ['udp', 'tcp'] as const)
  it(`Via and Contact name the advertised address over ${protocol}, whatever a registrar sees`, async () => {
    const endpoint = { address: '127.0.0.1', port: 0, advertised: { address: '203.0.113.9', port: 5070 } }
    const requests = await requestsOf(protocol, { [protocol]: [endpoint] })
    assert.deepEqual(
      requests.map((request) => [request.method, sentBy(request), contactOf(request)]),
      ['REGISTER', 'INVITE'].map((method) => [method, '203.0.113.9:5070', '203.0.113.9:5070']),
    )
  })

it('the port is that of the socket if only an address is advertised', async () => {
  const [request] = await requestsOf('udp', {
    udp: [{ address: '127.0.0.1', port: 0, advertised: { address: '203.0.113.9' } }],
  })
  assert.match(contactOf(request!), /^203\.0\.113\.9:\d{4,5}$/)
  assert.equal(sentBy(request!), contactOf(request!))
})
