// Tests of parsing Twilio's webhooks of calls: forms of the documentation, and generated ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Form, formOf } from '#server/platform/http/bodies/form-body.ts'
import { anyCharacter } from '#testing/requests/any-character.ts'

import { readCallUpdate, readDecision, readInboundCall, readMachineDetection } from './voice-webhooks.ts'

const sid = `CA${'8'.repeat(32)}`
const accountSid = `AC${'0'.repeat(32)}`
const ids = `CallSid=${sid}&AccountSid=${accountSid}`
const ends = 'From=%2B4915112345678&To=%2B14155238886&Caller=%2B4915112345678&Called=%2B14155238886'
const form = (text: string): Form => formOf(new URLSearchParams(text))
const progress = `${ids}&${ends}&ApiVersion=2010-04-01&Direction=outbound-api&CallbackSource=call-progress-events`

const webhooks = { readCallUpdate, readDecision, readInboundCall, readMachineDetection }

const kindsOf = (given: Form): string[] =>
  (['readInboundCall', 'readCallUpdate', 'readMachineDetection'] as const).filter(
    (reader) => webhooks[reader](given) !== undefined,
  )

test('an inbound call is read', () => {
  const inbound = `${ids}&${ends}&CallStatus=ringing&ApiVersion=2010-04-01&Direction=inbound&FromCountry=DE&CallToken=x`
  const call = {
    externalId: sid,
    carrierAccountId: accountSid,
    from: '+4915112345678',
    to: '+14155238886',
    forwardedFrom: null,
  }
  assert.deepEqual(webhooks.readInboundCall(form(inbound)), call)
  const forwarded = webhooks.readInboundCall(form(`${inbound}&ForwardedFrom=%2B14155550100`))
  assert.equal(forwarded?.forwardedFrom, '+14155550100')
})

test('the customer of an inbound call can be hidden', () => {
  const to = `${ids}&To=%2B14155238886&CallStatus=ringing&Direction=inbound`
  assert.equal(webhooks.readInboundCall(form(`${to}&From=Anonymous`))?.from, 'Anonymous')
  assert.equal(webhooks.readInboundCall(form(`${to}&From=`))?.from, 'anonymous')
  for (const word of ['ANONYMOUS', 'BLOCKED', 'RESTRICTED', 'UNAVAILABLE', 'UNKNOWN'])
    assert.equal(webhooks.readInboundCall(form(`${to}&From=%2B${keypadDigits(word)}`))?.from, 'anonymous', word)
  assert.equal(webhooks.readInboundCall(form(`${to}&From=%2B2666966871`))?.from, '+2666966871')
})

const keys = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']
const keypadDigits = (word: string): string =>
  [...word].map((letter) => keys.findIndex((letters) => letters.includes(letter))).join('')

test('calls to SIP addresses, outbound calls, and later statuses are not inbound calls', () => {
  for (const text of [
    `${ids}&From=%2B1&To=sip:a@b.example&CallStatus=ringing&Direction=inbound`,
    `${ids}&${ends}&CallStatus=in-progress&Direction=outbound-api`,
    `${ids}&${ends}&CallStatus=completed&Direction=inbound&CallbackSource=call-progress-events`,
    `${ids}&${ends}&CallStatus=completed&Direction=inbound&DialCallStatus=completed`,
    `CallSid=CA1&AccountSid=${accountSid}&${ends}&CallStatus=ringing`,
    `CallSid=${sid}&AccountSid=AC1&${ends}&CallStatus=ringing`,
    ends,
  ])
    assert.equal(webhooks.readInboundCall(form(text)), undefined, text)
})

test('every status of a call is read', () => {
  for (const status of [
    ...['queued', 'initiated', 'ringing', 'in-progress', 'completed', 'busy', 'failed', 'no-answer', 'canceled'],
  ]) {
    const update = webhooks.readCallUpdate(form(`${progress}&CallStatus=${status}&SequenceNumber=2`))
    assert.deepEqual([update?.status, update?.sequence], [status, 2])
  }
  assert.equal(webhooks.readCallUpdate(form(`${progress}&CallStatus=answered`))?.status, 'in-progress')
  for (const status of ['teleported', 'constructor'])
    assert.equal(webhooks.readCallUpdate(form(`${progress}&CallStatus=${status}`))?.status, 'unknown')
})

test('the final status has a duration, and a SIP code and an error if there are any', () => {
  const completed = `${progress}&CallStatus=completed&SequenceNumber=3&CallDuration=0&Duration=1&SipResponseCode=200`
  const update = {
    externalId: sid,
    carrierAccountId: accountSid,
    status: 'completed',
    sequence: 3,
    durationSeconds: 0,
    sipCode: 200,
  }
  assert.deepEqual(webhooks.readCallUpdate(form(completed)), {
    ...update,
    failureReason: null,
    errorCode: null,
    errorMessage: null,
  })
  const failed = `${progress}&CallStatus=failed&SipResponseCode=404&ErrorCode=13224&ErrorMessage=Invalid%00`
  assert.deepEqual(webhooks.readCallUpdate(form(failed)), {
    ...update,
    status: 'failed',
    sequence: null,
    durationSeconds: null,
    sipCode: 404,
    failureReason: 'invalid_number',
    errorCode: 13224,
    errorMessage: 'Invalid',
  })
})

test('a sequence or a duration that is not a count is unknown', () => {
  for (const value of ['', '-1', '1.5', 'x', '1e3', '2147483648', '99999999999', '9'.repeat(30)]) {
    const text = `${progress}&CallStatus=completed&SequenceNumber=${value}&CallDuration=${value}`
    const update = webhooks.readCallUpdate(form(text))
    assert.deepEqual([update?.sequence, update?.durationSeconds], [null, null], value)
  }
})

test('every number fits the database, and every duration is possible for a call', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (value) => {
      const numbers = ['SequenceNumber', 'CallDuration', 'SipResponseCode', 'ErrorCode'].map(
        (name) => `${name}=${value}`,
      )
      const update = webhooks.readCallUpdate(form(`${ids}&CallStatus=completed&${numbers.join('&')}`))!
      for (const number of [update.sequence, update.sipCode, update.errorCode])
        assert.ok(number === null || number < 2 ** 31)
      assert.ok(update.durationSeconds === null || update.durationSeconds <= 90_000)
    }),
  )
})

test('the detection of an answering machine is read', () => {
  for (const [word, answeredBy, greetingEnded] of [
    ['human', 'human', false],
    ['machine_start', 'machine', false],
    ['machine_end_beep', 'machine', true],
    ['machine_end_silence', 'machine', true],
    ['machine_end_other', 'machine', true],
    ['fax', 'fax', false],
    ['unknown', 'unknown', false],
    ['robot', 'unknown', false],
  ] as const) {
    const given = form(`${ids}&AnsweredBy=${word}&MachineDetectionDuration=2500`)
    assert.deepEqual(webhooks.readMachineDetection(given), {
      externalId: sid,
      carrierAccountId: accountSid,
      answeredBy,
      greetingEnded,
    })
    assert.deepEqual(kindsOf(given), ['readMachineDetection'])
  }
  assert.equal(webhooks.readMachineDetection(form(ids)), undefined)
})

test('a status with the answer of a detection is a status', () => {
  assert.deepEqual(kindsOf(form(`${progress}&CallStatus=completed&AnsweredBy=human`)), ['readCallUpdate'])
})

test('any form is parsed without an exception', () => {
  const names = fc.constantFrom(
    ...['CallSid', 'AccountSid', 'From', 'To', 'CallStatus', 'Direction', 'SequenceNumber', 'CallDuration'],
    ...['AnsweredBy', 'MachineDetectionDuration', 'DialCallStatus', 'DialCallDuration', 'CallbackSource', '__proto__'],
  )
  const values = fc.oneof(
    fc.constantFrom(sid, accountSid, '+14155238886', 'inbound', 'ringing', 'completed', 'human', '1', ''),
    fc.string({ unit: anyCharacter }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(names, values)), (entries) => {
      const given = formOf([['CallSid', sid], ['AccountSid', accountSid], ['To', '+14155238886'], ...entries])
      assert.ok(!JSON.stringify(webhooks.readCallUpdate(given) ?? '').includes('\\u0000'))
    }),
  )
})
