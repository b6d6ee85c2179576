// Tests who calls: From, and the header fields that trunks expect.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headerOf } from '../../src/message/index.ts'
import type { Caller } from '../../src/requests/identity.ts'
import type { AccountSettings } from '../../src/user-agent/index.ts'
import { addAgent, addPeer, createWorld, sdp } from '../support/peers.ts'

/** The values of an INVITE, From without its tag. */
async function placedBy(caller: Caller | undefined, settings: Partial<AccountSettings> = {}) {
  const world = createWorld()
  const peer = addPeer(world, 2)
  const { agent, events } = addAgent(world, 1)
  const account = agent.addAccount({ domain: '2.test', user: 'acc1', displayName: 'Shop', ...settings })
  agent.call({ account, to: 'sip:b@2.test', offer: sdp('offer'), caller }, events)
  await world.clock.advance(10)
  const value = (name: string) => headerOf(peer.latest('INVITE'), name)
  return {
    from: value('From')?.replace(/;tag=\w+$/, ''),
    asserted: value('P-Asserted-Identity'),
    preferred: value('P-Preferred-Identity'),
    remoteParty: value('Remote-Party-ID'),
    privacy: value('Privacy'),
  }
}

const none = { asserted: undefined, preferred: undefined, remoteParty: undefined, privacy: undefined }

test('From has the number of the caller, or else the user of the account', async () => {
  const called = '"Shop" <sip:+4930123@2.test>'
  assert.deepEqual(await placedBy({ number: '+4930123' }), { ...none, from: called, asserted: called })
  const account = '"Shop" <sip:acc1@2.test>'
  assert.deepEqual(await placedBy(undefined), { ...none, from: account, asserted: account })
})

test('From has the user of the account where a trunk insists on it, and another field has the number', async () => {
  const settings = { from: 'account', callerIn: ['p-preferred'] } as const
  assert.deepEqual(await placedBy({ number: '4930123' }, settings), {
    ...none,
    from: '"Shop" <sip:acc1@2.test>',
    preferred: '"Shop" <sip:4930123@2.test>',
  })
})

for (const from of ['number', 'account'] as const)
  test(`a number that is withheld is not in From either, and the trunk learns it (${from} in From)`, async () => {
    const callerIn = ['p-asserted', 'p-preferred', 'remote-party-id'] as const
    const identity = '"Shop" <sip:+4930123@2.test>'
    assert.deepEqual(await placedBy({ number: '+4930123', isWithheld: true }, { from, callerIn }), {
      from: '"Anonymous" <sip:anonymous@anonymous.invalid>',
      asserted: identity,
      preferred: identity,
      remoteParty: `${identity};party=calling;privacy=full`,
      privacy: 'id',
    })
  })
