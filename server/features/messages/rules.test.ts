// The rules of messages on their own: splitting, the window, opt-out words, statuses, media, what is whose.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { CarrierMessage, CarrierStatus } from '#server/ports/carrier.ts'
import { customerKeyOf, isE164 } from './contacts/phone.ts'
import { matchMessage } from './delivery/find-at-carrier.ts'
import { combineStatuses } from './message/delivery-status.ts'
import { presentSession } from './message/present.ts'
import { sessionOf, windowMs } from './message/window.ts'
import { inboundText } from './receiving/inbound-text.ts'
import { longestBody, mostParts, splitText } from './sending/split-text.ts'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const lettersOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)
const withoutSpace = (text: string) => text.replace(/\s+/g, '')

const letter = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...'abcdefghij') },
  { weight: 3, arbitrary: fc.constant(' ') },
  { weight: 1, arbitrary: fc.constantFrom('. ', '! ', '\n', '\n\n', '👩‍👩‍👧‍👦', 'é', '🇩🇪', '한', '👋🏽', '\r\n') },
)
const longText = fc
  .array(letter, { minLength: 0, maxLength: 4096 })
  .map((letters) => [...letters.join('')].slice(0, 4096).join('').trim())

describe('splitting a text', () => {
  it('keeps every word and every letter whole, in parts that the carrier takes: three, or more for many emoji', () => {
    fc.assert(
      fc.property(longText, (text) => {
        const parts = splitText(text)
        assert.ok(parts.length <= mostParts(text), `${parts.length} parts`)
        assert.ok(parts.every((part) => part.length <= longestBody && part !== ''))
        assert.equal(withoutSpace(parts.join('')), withoutSpace(text))
        assert.deepEqual(
          parts.flatMap(lettersOf).filter((one) => withoutSpace(one) !== ''),
          lettersOf(text).filter((one) => withoutSpace(one) !== ''),
        )
        if (text.length <= longestBody) assert.deepEqual(parts, text === '' ? [] : [text])
      }),
      { numRuns: 300 },
    )
  })

  it('cuts at a paragraph before a line, a sentence before a word', () => {
    const words = (count: number) => 'word '.repeat(count).trim()
    const paragraphs = `${words(200)}\n\n${words(80)}.\n${words(100)}`
    assert.equal(splitText(paragraphs)[0], words(200))
    const sentences = `${words(200)}. Then ${words(150)}`
    assert.equal(splitText(sentences)[0], `${words(200)}.`)
    assert.equal(splitText(words(400))[0], words(320))
    assert.deepEqual(
      splitText('x'.repeat(4096)).map((part) => part.length),
      [1600, 1600, 896],
    )
    assert.equal(splitText('👋'.repeat(4096)).length, 6)
  })

  it('splits no letter at the white space that it begins with', () => {
    const letter = ' \u0301'
    const parts = splitText(`${'x'.repeat(1500)}${letter}${'y'.repeat(500)}`)
    assert.ok(parts[0]!.includes(letter), 'the letter is whole')
    assert.ok(splitText(`${'x'.repeat(1600)}${letter}`)[1]!.startsWith(letter))
  })

  it('splits even a letter that no part could hold', () => {
    const letter = `e${'\u0301'.repeat(4000)}`
    const parts = splitText(letter)
    assert.ok(parts.length <= mostParts(letter) && parts.every((part) => part.length <= longestBody))
  })
})

const at = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '000+00')
const times = { lastInboundAt: null, lastTemplateAt: null, refusedAt: null, conversationId: null }
const start = Date.UTC(2026, 0, 31, 9, 30, 0, 250)

describe('the window', () => {
  it('is open for 24 hours from the second in which it was opened, and not a second longer', () => {
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

  it('is shut when the carrier has refused a freeform message since the customer wrote last, whatever opened it', () => {
    const byTemplate = { ...times, lastTemplateAt: at(start) }
    assert.equal(sessionOf(byTemplate, at(start + 1000)).state, 'open')
    const closed = { state: 'expired', mustReply: true }
    const refused = { ...byTemplate, refusedAt: at(start + 60_000) }
    assert.deepEqual(sessionOf(refused, at(start + 61_000)), { ...closed, endedAtMs: start - 250 + 60_000 })
    const again = { ...refused, lastTemplateAt: at(start + 62_000) }
    assert.deepEqual(sessionOf(again, at(start + 63_000)), { ...closed, endedAtMs: start - 250 + 60_000 })
    assert.equal(sessionOf({ ...again, lastInboundAt: at(start + 61_000) }, at(start + 63_000)).state, 'open')
    const byCustomer = { ...refused, lastInboundAt: at(start + 59_000) }
    assert.deepEqual(sessionOf(byCustomer, at(start + 63_000)), { ...closed, endedAtMs: start - 250 + 60_000 })
    assert.equal(sessionOf(times, at(start)).state, 'none')
    const withConversation = { ...times, conversationId: 1 }
    assert.deepEqual(sessionOf(withConversation, at(start)), { state: 'expired', mustReply: false })
    assert.deepEqual(sessionOf({ ...withConversation, refusedAt: at(start) }, at(start + 1)), closed)
  })

  it('is open exactly while less than a day has passed since whatever opened it last', () => {
    const moment = fc.integer({ min: 0, max: 3 * windowMs }).map((ms) => start + ms)
    const maybe = fc.option(moment)
    fc.assert(
      fc.property(maybe, maybe, maybe, moment, (inbound, template, refused, now) => {
        const second = (ms: number) => Math.floor(ms / 1000) * 1000
        const session = sessionOf(
          {
            lastInboundAt: inbound === null ? null : at(inbound),
            lastTemplateAt: template === null ? null : at(template),
            refusedAt: refused === null ? null : at(refused),
            conversationId: null,
          },
          at(now),
        )
        const isRefused = refused !== null && (inbound === null || refused >= inbound)
        const opens = (at: number | null) => at !== null && now < second(at) + windowMs
        const isOpen = !isRefused && (opens(inbound) || opens(template))
        // A refusal that lies ahead of the moment is none yet; nobody knows of it.
        if (refused !== null && refused > now) return
        assert.equal(session.state === 'open', isOpen)
        assert.equal(session.state === 'none', inbound === null && template === null)
      }),
    )
  })
})

describe('statuses', () => {
  it('of a whole are those of its worst part', () => {
    assert.equal(combineStatuses(['read', 'accepted']), 'queued')
    assert.equal(combineStatuses(['read', 'undelivered', 'sent']), 'undelivered')
    assert.equal(combineStatuses(['delivered', 'read']), 'delivered')
    assert.equal(combineStatuses(['canceled']), 'failed')
  })
})

describe('numbers of customers', () => {
  it('are E.164 or none', () => {
    for (const number of ['+14155551234', '+4915112345678', '+123456789012345']) assert.ok(isE164(number), number)
    for (const number of [
      '14155551234',
      '+04155551234',
      '+1 415 555',
      '+1415555123a',
      '+',
      '+1234567890123456',
      '００１',
    ])
      assert.ok(!isE164(number), number)
  })

  it('have one key in all their spellings', () => {
    assert.equal(customerKeyOf('+5511987654321'), customerKeyOf('+551187654321'))
    assert.equal(customerKeyOf('+5215512345678'), customerKeyOf('+525512345678'))
    assert.equal(customerKeyOf('+5491123456789'), customerKeyOf('+541123456789'))
    assert.notEqual(customerKeyOf('+14155551234'), customerKeyOf('+14155551235'))
    assert.equal(customerKeyOf('ID.4500000001'), 'ID.4500000001')
  })
})

describe('what customers send', () => {
  const empty = { body: '', buttonText: null, media: [], location: null, messageType: null }

  it('reads as text in the history, things in brackets', () => {
    assert.equal(inboundText({ ...empty, body: ' Hi  there ' }), ' Hi  there ')
    assert.equal(
      inboundText({ ...empty, body: 'The lid', media: [{ url: '', contentType: 'image/jpeg' }] }),
      '[image] The lid',
    )
    assert.equal(inboundText({ ...empty, media: [{ url: '', contentType: 'application/pdf' }] }), '[document]')
    const location = { latitude: 51.5, longitude: -0.1, label: 'Shop', address: null }
    assert.equal(inboundText({ ...empty, location }), '[location Shop, 51.5, -0.1]')
    assert.equal(inboundText({ ...empty, buttonText: 'Yes' }), 'Yes')
    assert.equal(inboundText({ ...empty, messageType: 'contacts' }), '[contacts]')
    for (const [contentType, kind] of [
      ['image/webp', 'sticker'],
      ['text/vcard', 'contact'],
    ] as const)
      assert.equal(inboundText({ ...empty, media: [{ url: '', contentType }] }), `[${kind}]`)
    assert.equal(inboundText({ ...empty, body: '👍', messageType: 'reaction' }), '[reaction 👍]')
    assert.equal(inboundText({ ...empty, messageType: 'reaction' }), '[reaction]')
  })
})

describe('a message at the carrier', () => {
  const listed = (sid: string, body: string, atMs = 0, status: CarrierStatus = 'sent'): CarrierMessage => ({
    sid,
    status,
    body,
    from: null,
    to: '',
    errorCode: null,
    errorMessage: null,
    mediaCount: 0,
    createdAt: new Date(atMs),
  })

  it('is ours when its text is and no other message has it', () => {
    const attached = new Set(['b'])
    const all = [
      listed('d', 'Hello', 9),
      listed('c', 'Hello\n', 5),
      listed('b', 'Hello', 1),
      listed('a', 'Hi'),
      listed('i', 'Hello', 0, 'received'),
    ]
    assert.equal(matchMessage(all, { body: 'Hello', attached })?.sid, 'c')
    assert.equal(matchMessage(all, { body: 'Bye', attached }), undefined)
    assert.equal(matchMessage(all, { body: null, attached })?.sid, 'a')
  })
})
