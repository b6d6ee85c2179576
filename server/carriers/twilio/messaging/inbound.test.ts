// Tests of parsing Twilio's webhooks: real forms, missing and repeated fields, and generated forms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formOf } from '#server/platform/http/bodies/form-body.ts'
import { anyCharacter } from '#testing/requests/any-character.ts'

import { parseInboundMessage, parseStatusUpdate } from './inbound.ts'

const sid = `SM${'8'.repeat(32)}`
const accountSid = `AC${'0'.repeat(32)}`
const form = (text: string) => formOf(new URLSearchParams(text))
const parse = (text: string) => parseInboundMessage(form(text))
const parseStatus = (text: string) => parseStatusUpdate(form(text))
const ids = `MessageSid=${sid}&AccountSid=${accountSid}`
const ends = 'From=whatsapp:%2B6281200000001&To=whatsapp:%2B14155238886'

test('all fields of a quick reply are parsed', () => {
  const inbound = parse(
    `OriginalRepliedMessageSender=whatsapp%3A%2B14155238886&ExternalUserId=whatsapp%3AID.4500000000000001&SmsMessageSid=${sid}` +
      `&FrequentlyForwarded=false&NumMedia=0&ProfileName=Someone&MessageType=interactive&SmsSid=${sid}&WaId=6281200000001` +
      `&SmsStatus=received&Body=Konfirmasi&Forwarded=false&ButtonText=Konfirmasi&To=whatsapp%3A%2B14155238886` +
      `&ButtonPayload=%7BverifyEmail%3A1%7D&NumSegments=1&ReferralNumMedia=0&MessageSid=${sid}&AccountSid=${accountSid}` +
      `&OriginalRepliedMessageSid=MM5cc4&ChannelMetadata=%7B%22type%22%3A%22whatsapp%22%7D&From=whatsapp%3A%2B6281200000001&ApiVersion=2010-04-01`,
  )
  assert.deepEqual(inbound, {
    externalId: sid,
    carrierAccountId: accountSid,
    channel: 'chatapp',
    from: '+6281200000001',
    to: '+14155238886',
    body: 'Konfirmasi',
    profileName: 'Someone',
    waId: '6281200000001',
    externalUserId: 'ID.4500000000000001',
    username: null,
    media: [],
    buttonText: 'Konfirmasi',
    buttonPayload: '{verifyEmail:1}',
    messageType: 'interactive',
    location: null,
    optOutType: null,
    repliedToExternalId: 'MM5cc4',
    referral: null,
  })
})

test('the ad from which a user began to write is parsed, whatever parts it has', () => {
  const none = { sourceType: null, sourceId: null, sourceUrl: null, headline: null, body: null }
  const ad = { ...none, clickId: null, mediaUrl: null, mediaContentType: null }
  const referralOf = (fields: string) => parse(`${ids}&${ends}&ReferralNumMedia=0&${fields}`)?.referral
  assert.deepEqual(referralOf('ReferralSourceType=post&ReferralSourceId=7'), {
    ...ad,
    sourceType: 'post',
    sourceId: '7',
  })
  assert.deepEqual(referralOf('ReferralCtwaClid=x%00y'), { ...ad, clickId: 'xy' })
  assert.equal(referralOf(`ReferralBody=${'b'.repeat(10_000)}`)?.body?.length, 4_096)
  assert.equal(referralOf('ReferralBody=&ReferralHeadline='), null)
})

test('an SMS needs only its addresses and its sid', () => {
  const inbound = parse(`SmsSid=${sid}&AccountSid=${accountSid}&From=%2B4915112345678&To=12345`)
  const { channel, to, body, messageType } = inbound!
  assert.deepEqual([channel, to, body, messageType], ['sms', '12345', '', null])
})

test('whitespace in a body is kept, NUL characters are removed', () => {
  assert.equal(parse(`${ids}&${ends}&Body=%20%0Ahi%20`)?.body, ' \nhi ')
  assert.equal(parse(`${ids}&${ends}&Body=a%00b`)?.body, 'ab')
  assert.equal(parseInboundMessage({ ...form(`${ids}&${ends}`), Body: 'a\ud800' })?.body, 'a\ufffd')
})

test('the address of a user with a hidden number is the carrier’s id', () => {
  for (const from of ['From=whatsapp:ID.4500&', '']) {
    const hidden = parse(`${ids}&${from}To=whatsapp:%2B14155238886&ExternalUserId=whatsapp:ID.4500`)
    assert.deepEqual([hidden?.from, hidden?.externalUserId, hidden?.waId], ['ID.4500', 'ID.4500', null])
  }
})

test('a username has either name, and at most 100 characters without spaces', () => {
  const usernameOf = (fields: string) => parse(`${ids}&${ends}&${fields}`)?.username
  assert.equal(usernameOf('ProfileUsername=ann.bell'), 'ann.bell')
  assert.equal(usernameOf('Username=%40ann.bell'), '@ann.bell')
  assert.deepEqual(
    ['Ann Bell', '@', 'a'.repeat(101)].map((name) => usernameOf(`Username=${name}`)),
    [null, null, null],
  )
})

test('media are counted by their URLs, in order', () => {
  const urls = 'MediaUrl1=https://a.example/1&MediaUrl0=https://a.example/0&MediaUrl2=ftp://a.example'
  const inbound = parse(`${ids}&${ends}&${urls}&MediaContentType0=image/png&MediaUrl10=https://a.example/10`)
  assert.deepEqual(inbound?.media, [
    { url: 'https://a.example/0', contentType: 'image/png' },
    { url: 'https://a.example/1', contentType: null },
  ])
})

test('a location has a valid latitude and longitude', () => {
  const at = (latitude: string, longitude: string) =>
    parse(`${ids}&${ends}&Latitude=${latitude}&Longitude=${longitude}&Label=Home`)?.location
  assert.deepEqual(at('51.5', '-0.1'), { latitude: 51.5, longitude: -0.1, label: 'Home', address: null })
  assert.equal(at('0', '181'), null)
  for (const latitude of ['91', '', '1e1', 'NaN']) assert.equal(at(latitude, '0'), null)
})

test('a selected list entry is a button, and an opt-out is reported', () => {
  const chosen = parse(`${ids}&${ends}&ListTitle=Tea&ListId=tea-1`)
  assert.deepEqual([chosen?.buttonText, chosen?.buttonPayload], ['Tea', 'tea-1'])
  assert.equal(parse(`${ids}&${ends}&OptOutType=STOP`)?.optOutType, 'stop')
  assert.equal(parse(`${ids}&${ends}&OptOutType=MAYBE`)?.optOutType, null)
})

test('a repeated field counts once', () => {
  const inbound = parse(`${ids}&${ends}&Body=one&Body=two&From=whatsapp:%2B1999`)
  assert.deepEqual([inbound?.body, inbound?.from], ['one', '+6281200000001'])
})

test('other webhooks are not parsed as messages', () => {
  for (const text of [
    '',
    ids,
    ends,
    `MessageSid=SM1&AccountSid=${accountSid}&${ends}`,
    `MessageSid=${sid}&AccountSid=AC1&${ends}`,
    `${ids}&From=messenger:1&To=messenger:2`,
    `${ids}&From=whatsapp:&To=whatsapp:%2B14155238886`,
    `${ids}&From=whatsapp:%2B1999&To=%2B14155238886`,
    `${ids}&${ends}&MessageStatus=delivered&SmsStatus=delivered`,
    `${ids}&${ends}&SmsStatus=sent`,
  ])
    assert.equal(parse(text), undefined, text)
})

test('the status of an SMS is parsed', () => {
  const status = `RawDlrDoneDate=2303092021&ErrorCode=30002&SmsSid=${sid}&SmsStatus=failed&MessageStatus=failed`
  const update = parseStatus(`${status}&To=%2B1&From=%2B1&ApiVersion=2010-04-01&${ids}`)
  assert.deepEqual(update, {
    externalId: sid,
    carrierAccountId: accountSid,
    status: 'failed',
    failureReason: 'sender_unavailable',
    errorCode: 30002,
    errorMessage: null,
    eventType: null,
  })
})

test('the status of a chat-app message is parsed with its error', () => {
  const status = `${ids}&EventType=UNDELIVERED&SmsStatus=undelivered&MessageStatus=undelivered&ChannelToAddress=%2B1555123XXXX&ChannelPrefix=whatsapp`
  const update = parseStatus(`${status}&ErrorCode=63016&ChannelStatusMessage=Outside&ErrorMessage=Other`)
  const error = { failureReason: 'outside_window', errorCode: 63016, errorMessage: 'Outside', eventType: 'UNDELIVERED' }
  assert.deepEqual(update, { externalId: sid, carrierAccountId: accountSid, status: 'undelivered', ...error })
  assert.equal(parseStatus(`${status}&ErrorMessage=Other`)?.errorMessage, 'Other')
})

test('a status is parsed with or without an event, and an unsupported one is unknown', () => {
  for (const [fields, status] of [
    ['MessageStatus=read', 'read'],
    ['SmsStatus=sent', 'sent'],
    ['EventType=READ', 'read'],
    ['MessageStatus=delivered&EventType=READ', 'delivered'],
    ['MessageStatus=teleported', 'unknown'],
    ['MessageStatus=constructor', 'unknown'],
  ])
    assert.equal(parseStatus(`${ids}&${fields}`)?.status, status)
})

test('error code 0 and malformed error codes are no error', () => {
  for (const code of ['', '0', 'x', '-1', '1.5', '9'.repeat(30)])
    assert.equal(parseStatus(`${ids}&MessageStatus=sent&ErrorCode=${code}`)?.errorCode, null)
})

test('other webhooks are not parsed as status updates', () => {
  const invalid = `MessageSid=x&AccountSid=${accountSid}&MessageStatus=sent`
  for (const text of ['', ids, invalid, `${ids}&${ends}&SmsStatus=received`])
    assert.equal(parseStatus(text), undefined, text)
})

test('any form is parsed without an exception, and as one kind at most', () => {
  const names = fc.constantFrom(
    ...['MessageSid', 'SmsSid', 'AccountSid', 'From', 'To', 'Body', 'NumMedia', 'MediaUrl0', 'ExternalUserId'],
    ...['MessageStatus', 'SmsStatus', 'EventType', 'ErrorCode', 'Latitude', 'Longitude', 'OptOutType', '__proto__'],
    'Unknown',
  )
  const values = fc.oneof(
    fc.constantFrom(sid, accountSid, 'whatsapp:+14155238886', '+14155238886', 'received', 'sent', 'READ', '1', ''),
    fc.string({ unit: anyCharacter }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(names, values)), (entries) => {
      const given = formOf([['MessageSid', sid], ['AccountSid', accountSid], ...entries])
      const inbound = parseInboundMessage(given)
      assert.ok(inbound === undefined || parseStatusUpdate(given) === undefined)
      if (inbound) assert.ok(!JSON.stringify(inbound).includes('\\u0000'))
    }),
    { numRuns: 2_000 },
  )
})
