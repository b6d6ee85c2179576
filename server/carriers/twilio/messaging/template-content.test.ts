// Tests of parsing templates: approvals, content types and placeholders.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toTemplate } from './templates.ts'

const sid = 'HX00000000000000000000000000000001'
const content = (types: object, variables: object = {}) => ({ ...named, variables, types })
const named = { sid, friendly_name: 'order_shipped', language: 'en' }
const approved = { category: 'MARKETING', status: 'approved', rejection_reason: '', content_type: 'twilio/text' }
const flat = { name: 'order_shipped_v2', ...approved }

test('the approval is parsed in both formats', () => {
  const types = { 'twilio/text': { body: 'Hello {{1}}, it left.' } }
  const listed = toTemplate(content(types, { 1: 'Ann' }), flat)
  assert.deepEqual(listed, {
    externalId: sid,
    name: 'order_shipped_v2',
    language: 'en',
    category: 'marketing',
    rawCategory: 'MARKETING',
    rawStatus: 'approved',
    rejectionReason: null,
    bodyText: 'Hello {{1}}, it left.',
    parts: [],
    variables: { 1: 'Ann' },
    hasVoiceCall: false,
  })
  assert.deepEqual(toTemplate(content(types, { 1: 'Ann' }), { sid, whatsapp: { type: 'whatsapp', ...flat } }), listed)
})

test('a template that was never submitted has its friendly name and the default category', () => {
  for (const approval of [{ name: '', category: '', status: 'unsubmitted', rejection_reason: '' }, null, undefined]) {
    const { name, rawStatus, category, rawCategory } = toTemplate(content({}), approval)
    assert.deepEqual([name, rawStatus, category, rawCategory], ['order_shipped', 'unsubmitted', 'utility', ''])
  }
})

test('obsolete and unknown categories keep their raw value', () => {
  const read = (category: string) => toTemplate(content({}), { ...flat, category })
  assert.deepEqual([read('TRANSACTIONAL').category, read('TRANSACTIONAL').rawCategory], ['utility', 'TRANSACTIONAL'])
  assert.equal(read('OTP').category, 'authentication')
  assert.equal(read('AUTHENTICATION').category, 'authentication')
  assert.equal(read('constructor').category, 'utility')
})

test('the body is that of the type with the highest precedence', () => {
  for (const [types, body] of [
    [{ 'twilio/text': { body: 'text' }, 'whatsapp/card': { body: 'card' } }, 'card'],
    [{ 'twilio/quick-reply': { body: 'quick' }, 'twilio/media': { body: 'media' } }, 'media'],
    [{ 'twilio/media': { media: ['https://x.example'] }, 'twilio/call-to-action': { body: 'call' } }, 'call'],
    [{ 'twilio/list-picker': { body: 'list' } }, 'list'],
    [{ 'whatsapp/authentication': { add_security_recommendation: true } }, ''],
    [{}, ''],
  ] as const)
    assert.equal(toTemplate(content(types), flat).bodyText, body)
})

test('placeholders are found in media, buttons, headers and cards, ordered by key', () => {
  const types = {
    'whatsapp/card': {
      body: 'Hello {{10}} and {{2}}, bye.',
      header_text: 'For {{name}}',
      media: ['https://x.example/{{3}}.png'],
      actions: [{ type: 'URL', title: 'Open', url: 'https://x.example/{{1}}' }],
    },
    'twilio/carousel': { cards: [{ title: '{{ area }}', actions: [{ type: 'PHONE_NUMBER', phone: '{{1}}' }] }] },
  }
  const { variables } = toTemplate(content(types, { 1: 'a', 2: 'b', 9: 'unused', name: 'n' }), flat)
  assert.deepEqual(Object.entries(variables), [
    ['1', 'a'],
    ['2', 'b'],
    ['3', ''],
    ['10', ''],
    ['area', ''],
    ['name', 'n'],
  ])
})

test('an authentication template has one variable', () => {
  const types = { 'whatsapp/authentication': { actions: [{ type: 'COPY_CODE', copy_code_text: 'Copy' }] } }
  assert.deepEqual(toTemplate(content(types, { 1: '123456' }), flat).variables, { 1: '123456' })
  assert.deepEqual(toTemplate(content(types), flat).variables, { 1: '' })
})

test('a voice call button is found in any type', () => {
  const withAction = (type: string, action: string) =>
    toTemplate(content({ [type]: { body: 'x', actions: [{ type: action, title: 'Call' }] } }), flat).hasVoiceCall
  assert.ok(withAction('whatsapp/card', 'VOICE_CALL'))
  assert.ok(withAction('twilio/call-to-action', 'VOICE_CALL_REQUEST'))
  assert.ok(!withAction('twilio/call-to-action', 'PHONE_NUMBER'))
})

test('any JSON is parsed as a template without an exception', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (types, variables, approval) => {
      const template = toTemplate({ sid, types, variables }, approval)
      for (const sample of Object.values(template.variables)) assert.equal(typeof sample, 'string')
      assert.equal(typeof template.bodyText, 'string')
    }),
  )
})

test('parts other than the body are listed, including any other text with a variable', () => {
  const parts = (types: object) =>
    toTemplate(content(types), flat).parts.map(({ part, text, value }) => [part, text, value])
  const actions = [{ type: 'URL', title: 'Track', url: 'https://a.example/{{2}}' }]
  const texts = { body: 'Hi {{1}}', header_text: 'For {{3}}', footer: 'Bye' }
  assert.deepEqual(parts({ 'whatsapp/card': { ...texts, media: ['https://a.example/{{4}}'], actions } }), [
    ['header', 'For {{3}}', null],
    ['media', 'https://a.example/{{4}}', null],
    ['footer', 'Bye', null],
    ['button', 'Track', 'https://a.example/{{2}}'],
  ])
  assert.deepEqual(parts({ 'whatsapp/authentication': { actions: [{ type: 'COPY_CODE', copy_code_text: 'Copy' }] } }), [
    ['code', '{{1}}', null],
    ['button', 'Copy', null],
  ])
  assert.deepEqual(
    parts({ 'twilio/text': { body: 'Hi {{1}}' }, 'twilio/flows': { body: 'Hi {{1}}', deep: [{ odd: '{{9}}' }] } }),
    [['other', '{{9}}', null]],
  )
  assert.deepEqual(parts({ 'twilio/carousel': { body: 'Hi', cards: [{ title: 'A', body: 'for {{1}}', actions }] } }), [
    ['other', 'for {{1}}', null],
    ['header', 'A', null],
    ['button', 'Track', 'https://a.example/{{2}}'],
  ])
  assert.deepEqual(parts({}), [])
})
