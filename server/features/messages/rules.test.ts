// Tests of the rules of messages: splitting, the window, the text of inbound messages, and lookups at the carrier.
import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import fc from 'fast-check'
import { optedOutCode } from '#contract/messages/messages.ts'
import type { CarrierMessage, CarrierStatus, FailureReason } from '#server/ports/carrier.ts'
import { matchMessage } from './delivery/find-at-carrier.ts'
import { refusalOf } from './delivery/outcome.ts'
import { presentSession } from './message/present.ts'
import { sessionOf, windowMs } from './message/window.ts'
import { inboundText } from './receiving/inbound-text.ts'
import { longestBody, mostParts, splitText } from './sending/split-text.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const graphemesOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)
const withoutSpace = (text: string) => text.replace(/\s+/g, '')

const grapheme = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...'abcdefghij') },
  { weight: 3, arbitrary: fc.constant(' ') },
  { weight: 1, arbitrary: fc.constantFrom('. ', '! ', '\n', '\n\n', '👩‍👩‍👧‍👦', 'é', '🇩🇪', '한', '👋🏽', '\r\n') },
)
const longText = fc
  .array(grapheme, { minLength: 0, maxLength: 4096 })
  .map((graphemes) => [...graphemes.join('')].slice(0, 4096).join('').trim())

describe('splitting a text', () => {
  it('keeps every grapheme whole, in parts that the carrier accepts: three, or more for many emoji', () => {
    fc.assert(
      fc.property(longText, (text) => {
        const parts = splitText(text)
        assert.ok(parts.length <= mostParts(text), `${parts.length} parts`)
        assert.ok(parts.every((part) => part.length <= longestBody && part !== ''))
        assert.equal(withoutSpace(parts.join('')), withoutSpace(text))
        assert.deepEqual(
          parts.flatMap(graphemesOf).filter((one) => withoutSpace(one) !== ''),
          graphemesOf(text).filter((one) => withoutSpace(one) !== ''),
        )
        if (text.length <= longestBody) assert.deepEqual(parts, text === '' ? [] : [text])
      }),
      { numRuns: 300 },
    )
  })

  it('prefers a paragraph to a line, and a sentence to a word', () => {
    const words = (count: number) => 'word '.repeat(count).trim()
    assert.equal(splitText(`${words(200)}\n\n${words(80)}.\n${words(100)}`)[0], words(200))
    assert.equal(splitText(`${words(200)}. Then ${words(150)}`)[0], `${words(200)}.`)
    assert.equal(splitText(words(400))[0], words(320))
    assert.deepEqual(
      splitText('x'.repeat(4096)).map((part) => part.length),
      [1600, 1600, 896],
    )
    assert.equal(splitText('👋'.repeat(4096)).length, 6)
  })

  it('does not cut a grapheme that begins with white space', () => {
    const grapheme = ' \u0301'
    assert.ok(splitText(`${'x'.repeat(1500)}${grapheme}${'y'.repeat(500)}`)[0]!.includes(grapheme))
    assert.ok(splitText(`${'x'.repeat(1600)}${grapheme}`)[1]!.startsWith(grapheme))
  })

  it('cuts a grapheme that is longer than a part', () => {
    const grapheme = `e${'\u0301'.repeat(4000)}`
    const parts = splitText(grapheme)
    assert.ok(parts.length <= mostParts(grapheme) && parts.every((part) => part.length <= longestBody))
  })
})

const at = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '000+00')
const times = { lastInboundAt: null, lastTemplateAt: null, refusedAt: null, conversationId: null }
const start = Date.UTC(2026, 0, 31, 9, 30, 0, 250)

describe('the window', () => {
  it('is open for 24 hours from the second in which it was opened', () => {
    const opened = { ...times, lastInboundAt: at(start) }
    const end = start - 250 + windowMs
    assert.equal(sessionOf(opened, at(end - 1)).state, 'open')
    assert.deepEqual(sessionOf(opened, at(end)), { state: 'expired', endedAtMs: end, mustReply: false })
    assert.deepEqual(presentSession(sessionOf(opened, at(start + 900_000))), {
      is_open: true,
      can_send_freeform: true,
      requires_template: false,
      message: 'Session open (23 hr 44 min remaining). Unlimited free-form messages allowed.',
      minutes_remaining: 1424,
      expires_at: '2026-02-01T09:30:00+00:00',
    })
    const late = presentSession(sessionOf(opened, at(end - 59_000)))
    assert.equal(late.message, 'Session open (0 hr 0 min remaining). Unlimited free-form messages allowed.')
  })

  it('is closed if the carrier has refused a freeform message since the customer last wrote', () => {
    const second = (seconds: number) => at(start + 1000 * seconds)
    const byTemplate = { ...times, lastTemplateAt: at(start) }
    assert.equal(sessionOf(byTemplate, second(1)).state, 'open')
    const refused = { ...byTemplate, refusedAt: second(60) }
    const closed = { state: 'expired', mustReply: true }
    const closedAtRefusal = { ...closed, endedAtMs: start - 250 + 60_000 }
    assert.deepEqual(sessionOf(refused, second(61)), closedAtRefusal)
    assert.deepEqual(sessionOf({ ...refused, lastInboundAt: second(59) }, second(63)), closedAtRefusal)
    const again = { ...refused, lastTemplateAt: second(62) }
    assert.deepEqual(sessionOf(again, second(63)), closedAtRefusal)
    assert.equal(sessionOf({ ...again, lastInboundAt: second(61) }, second(63)).state, 'open')
    assert.equal(sessionOf(times, at(start)).state, 'none')
    const withConversation = { ...times, conversationId: 1 }
    assert.deepEqual(sessionOf(withConversation, at(start)), { state: 'expired', mustReply: false })
    assert.deepEqual(sessionOf({ ...withConversation, refusedAt: at(start) }, at(start + 1)), closed)
  })

  it('is open exactly while the last message or template that opened it is less than a day old', () => {
    const moment = fc.integer({ min: 0, max: 3 * windowMs }).map((ms) => start + ms)
    const maybe = fc.option(moment)
    const timestamp = (ms: number | null) => (ms === null ? null : at(ms))
    fc.assert(
      fc.property(maybe, maybe, maybe, moment, (inbound, template, refused, now) => {
        // A refusal cannot be in the future.
        if (refused !== null && refused > now) return
        const opened = { lastInboundAt: timestamp(inbound), lastTemplateAt: timestamp(template) }
        const session = sessionOf({ ...times, ...opened, refusedAt: timestamp(refused) }, at(now))
        const isRefused = refused !== null && (inbound === null || refused >= inbound)
        const opens = (ms: number | null) => ms !== null && now < Math.floor(ms / 1000) * 1000 + windowMs
        assert.equal(session.state === 'open', !isRefused && (opens(inbound) || opens(template)))
        assert.equal(session.state === 'none', inbound === null && template === null)
      }),
    )
  })
})

test('the history contains the text of inbound messages, with other content in brackets', () => {
  const empty = { body: '', buttonText: null, media: [], location: null, messageType: null }
  const media = (contentType: string) => [{ url: '', contentType }]
  const location = { latitude: 51.5, longitude: -0.1, label: 'Bakery', address: null }
  for (const [message, text] of [
    [{ body: ' Hi  there ' }, ' Hi  there '],
    [{ body: 'The lid', media: media('image/jpeg') }, '[image] The lid'],
    [{ media: media('application/pdf') }, '[document]'],
    [{ media: media('image/webp') }, '[sticker]'],
    [{ media: media('text/vcard') }, '[contact]'],
    [{ location }, '[location Bakery, 51.5, -0.1]'],
    [{ buttonText: 'Yes' }, 'Yes'],
    [{ messageType: 'contacts' }, '[contacts]'],
    [{ body: '👍', messageType: 'reaction' }, '[reaction 👍]'],
    [{ messageType: 'reaction' }, '[reaction]'],
  ] as const)
    assert.equal(inboundText({ ...empty, ...message }), text)
})

test('a message is found at the carrier by its text, unless another message has its id', () => {
  const common = { from: null, to: '', failureReason: null, errorCode: null, errorMessage: null, mediaCount: 0 }
  const listed = (externalId: string, body: string, atMs = 0, status: CarrierStatus = 'sent'): CarrierMessage => {
    return { ...common, externalId, status, body, createdAt: new Date(atMs) }
  }
  const attached = new Set(['b'])
  const all = [
    listed('d', 'Hello', 9),
    listed('c', 'Hello\n', 5),
    listed('b', 'Hello', 1),
    listed('a', 'Hi'),
    listed('i', 'Hello', 0, 'received'),
  ]
  assert.equal(matchMessage(all, { body: 'Hello', attached })?.externalId, 'c')
  assert.equal(matchMessage(all, { body: 'Bye', attached }), undefined)
  assert.equal(matchMessage(all, { body: null, attached })?.externalId, 'a')
})

test('a refusal has the code of the API for its reason, the carrier’s code, or none', () => {
  const refusal = (failureReason: FailureReason | null, errorCode: number | null) =>
    refusalOf({ failureReason, errorCode, errorMessage: null }).code
  assert.equal(refusal('malformed_number', 5), 'INVALID_PHONE')
  assert.equal(refusal('overloaded', 5), 'PROVIDER_ERROR_5')
  assert.equal(refusal('opted_out', null), optedOutCode)
  assert.equal(refusal('overloaded', null), 'UNKNOWN_ERROR')
  assert.equal(refusal(null, null), 'UNKNOWN_ERROR')
})
