// Tests how phone numbers are written to trunks and read from them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMessage, type SipRequest } from '@parley/sip'
import { findCalledLine } from './find-called-line.ts'
import { calledNumberOf, callerNumberOf, formatFor, forwarderNumberOf } from './numbers.ts'

const trunk = (fields: object = {}) =>
  ({ phoneNumbers: ['+493012345678'], username: 'acme', countryCode: 'DE', callingFormat: '+e164', ...fields }) as never

function invite(uri: string, headers: readonly string[] = []): SipRequest {
  const lines = [
    `INVITE ${uri} SIP/2.0`,
    'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1',
    ...(headers.some((header) => header.startsWith('From')) ? [] : ['From: <sip:+12025550100@example.com>;tag=a']),
    ...(headers.some((header) => header.startsWith('To')) ? [] : ['To: <sip:x@example.com>']),
    'Call-ID: 1',
    'CSeq: 1 INVITE',
    ...headers,
    'Content-Length: 0',
  ]
  const parsed = parseMessage(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`))
  assert.ok(parsed && 'message' in parsed, JSON.stringify(parsed))
  return parsed.message as SipRequest
}

test('a number is written in the format of the trunk', () => {
  const cases = [
    ['+e164', 'DE', '+493012345678', '+493012345678'],
    ['e164', 'DE', '+493012345678', '493012345678'],
    ['national', 'DE', '+493012345678', '03012345678'],
    ['national', 'DE', '+12025550100', '0012025550100'],
    ['national', 'US', '+12025550100', '2025550100'],
    ['national', 'US', '+493012345678', '011493012345678'],
    // Numbers in Italy keep their zero.
    ['national', 'IT', '+390612345678', '0612345678'],
    ['national', 'DE', '204', '204'],
  ]
  for (const [callingFormat, countryCode, number, written] of cases)
    assert.equal(formatFor({ callingFormat, countryCode } as never, number!), written)
})

const numberOf = (line: never, request: SipRequest) => calledNumberOf(line, request)?.number

test('the called number is found in every form in which providers write it', () => {
  const complete = ['+493012345678', '493012345678', '00493012345678', '011493012345678']
  for (const form of complete)
    assert.deepEqual(calledNumberOf(trunk(), invite(`sip:${form}@192.0.2.9`)), {
      number: '+493012345678',
      isCertain: true,
    })
  assert.deepEqual(calledNumberOf(trunk(), invite('sip:03012345678@192.0.2.9')), {
    number: '+493012345678',
    isCertain: false,
  })
  assert.equal(numberOf(trunk(), invite('sip:+49-30-1234-5678@192.0.2.9;user=phone')), '+493012345678')
  for (const other of ['+493099999999', '3012345678'])
    assert.equal(calledNumberOf(trunk(), invite(`sip:${other}@192.0.2.9`)), undefined)
})

test('a call for the account is for the number in To, or for the only number of the trunk', () => {
  const two = trunk({ phoneNumbers: ['+493012345678', '+493012345679'] })
  const toSecond = invite('sip:acme@192.0.2.9', ['To: <sip:03012345679@example.com>'])
  assert.equal(numberOf(two, toSecond), '+493012345679')
  assert.equal(numberOf(two, invite('sip:acme@192.0.2.9')), undefined)
  assert.equal(numberOf(trunk(), invite('sip:acme@192.0.2.9')), '+493012345678')
})

test('a call is for the trunk whose name at the provider it has, else for the one that is certain and registered', () => {
  const line = (accountId: number, contactUser: string, status: string, fields: object = {}) =>
    ({ trunk: { ...(trunk(fields) as object), accountId }, contactUser, state: () => ({ status }) }) as never as {
      trunk: never
      contactUser: string
      state(): never
    }
  const own = line(1, 'acme-1', 'registered')
  // Another account claims the number at the same provider, and one has a number that is written alike.
  const claim = line(2, 'acme-2', 'reachable')
  const alike = line(3, 'acme-3', 'registered', { phoneNumbers: ['+14930123456'], countryCode: 'US' })
  const found = (uri: string, ...lines: ReturnType<typeof line>[]) => findCalledLine(lines, invite(uri))?.line
  assert.equal(found('sip:+493012345678@192.0.2.9', claim, own), own)
  assert.equal(found('sip:acme-1@192.0.2.9', claim, own), own)
  assert.equal(
    found('sip:4930123456@192.0.2.9', alike, line(1, 'x', 'registered', { phoneNumbers: ['+4930123456'] }))
      ?.contactUser,
    'x',
  )
  // Nothing says whose call it is.
  assert.equal(found('sip:+493012345678@192.0.2.9', claim, line(1, 'y', 'reachable')), undefined)
  assert.equal(found('sip:+493012345678@192.0.2.9', own, line(2, 'z', 'registered')), undefined)
})

test('the caller is read in E.164, as an extension, or as anonymous', () => {
  const from = (value: string, ...more: string[]) =>
    callerNumberOf(trunk(), invite('sip:acme@192.0.2.9', [`From: ${value};tag=a`, ...more]))
  assert.equal(from('<sip:030987654321@example.com>'), '+4930987654321')
  assert.equal(from('<sip:0049301234567@example.com>'), '+49301234567')
  assert.equal(from('<sip:620@fritz.box>'), '620')
  assert.equal(from('"Anonymous" <sip:anonymous@anonymous.invalid>'), 'anonymous')
  assert.equal(from('<sip:+12025550100@example.com>', 'Privacy: id'), 'anonymous')
  assert.equal(from('<sip:acme@example.com>', 'P-Asserted-Identity: <sip:+12025550111@example.com>'), '+12025550111')
  // Text that is no number is not stored as one.
  assert.equal(from('<sip:%3Cscript%3E@example.com>'), 'anonymous')
})

test('the number that has forwarded the call is read', () => {
  const forwarded = invite('sip:acme@192.0.2.9', ['Diversion: <sip:030111222@example.com>;reason=unconditional'])
  assert.equal(forwarderNumberOf(trunk(), forwarded), '+4930111222')
  assert.equal(forwarderNumberOf(trunk(), invite('sip:acme@192.0.2.9')), null)
})
