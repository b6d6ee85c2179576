// Tests of the calling, the called and the forwarding party.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { calledOf, callerOf, forwarderOf, isAnonymous } from '../../src/message/parties.ts'
import { readRequest, requestText } from './requests.ts'

const withFrom = (from: string, lines = '') =>
  readRequest(requestText(lines).replace(/From: .*/, `From: ${from};tag=1`))

it('P-Asserted-Identity counts only from a trusted trunk', () => {
  const request = readRequest(requestText('P-Asserted-Identity: "Shop" <sip:shop@example.org>, <tel:+49-30-123>'))
  assert.equal(callerOf(request, { isTrusted: true })?.number, '+4930123')
  assert.equal(callerOf(request, { isTrusted: false })?.user, 'alice')
})

it('P-Preferred-Identity is before Remote-Party-ID, which is before From', () => {
  const both = 'Remote-Party-ID: "R" <sip:222@example.org>;party=calling\nP-Preferred-Identity: <sip:111@example.org>'
  assert.equal(callerOf(readRequest(requestText(both)), { isTrusted: false })?.number, '111')
  const remote = readRequest(requestText(both.split('\n')[0]!))
  assert.deepEqual(callerOf(remote, { isTrusted: false }), {
    uri: 'sip:222@example.org',
    user: '222',
    number: '222',
    displayName: 'R',
  })
})

it('a hidden caller is recognized by From, Privacy and Remote-Party-ID', () => {
  const hidden = withFrom(
    '"Anonymous" <sip:anonymous@anonymous.invalid>',
    'P-Asserted-Identity: <tel:+4930123>\nPrivacy: id',
  )
  assert.equal(isAnonymous(hidden), true)
  assert.equal(callerOf(hidden, { isTrusted: false }), undefined)
  assert.equal(callerOf(hidden, { isTrusted: true })?.number, '+4930123')
  for (const line of [
    'Privacy: id',
    'Privacy: header;critical',
    'privacy: user',
    'Remote-Party-ID: <sip:1@a>;privacy=full',
  ])
    assert.equal(isAnonymous(readRequest(requestText(line))), true, line)
  for (const line of ['', 'Privacy: none', 'Privacy: critical', 'Remote-Party-ID: <sip:1@a>;privacy=off'])
    assert.equal(isAnonymous(readRequest(requestText(line))), false, line)
})

it('the called party is the Request-URI, or To if that is the account', () => {
  const request = readRequest(requestText('P-Called-Party-ID: <sip:+4940999@example.com>', '', 'sip:acc1@10.0.0.1'))
  const called = readRequest(requestText('').replace('To: Bob <sip:bob@', 'To: <sip:+49-30-123@'))
  assert.equal(calledOf(called).user, 'bob')
  assert.equal(calledOf(called, { account: 'bob' }).number, '+4930123')
  assert.equal(calledOf(request, { account: 'acc1' }).user, 'bob')
  const all = readRequest(requestText('P-Called-Party-ID: <sip:+4940999@example.com>'))
  assert.equal(calledOf(all, { account: 'bob' }).number, '+4940999')
  assert.equal(calledOf(readRequest(requestText('')), { account: 'bob' }).user, 'bob')
})

it('the forwarding party is the first Diversion, or in History-Info', () => {
  const diversion = 'Diversion: <sip:+491@a>;reason=no-answer, <sip:+492@a>;reason=unconditional'
  assert.equal(forwarderOf(readRequest(requestText(diversion)))?.number, '+491')
  const history = 'History-Info: <sip:+491@a>;index=1, <sip:+492@a>;index=1.1, <sip:+493@a>;index=1.1.1'
  assert.equal(forwarderOf(readRequest(requestText(history)))?.number, '+492')
  assert.equal(forwarderOf(readRequest(requestText(`${history};mp=1`)))?.number, '+491')
  assert.equal(forwarderOf(readRequest(requestText('History-Info: <sip:+491@a>;index=1'))), undefined)
  assert.equal(forwarderOf(readRequest(requestText(''))), undefined)
})
