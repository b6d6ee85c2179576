// Tests of the XML parser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseXml, XmlError } from './xml.ts'

test('parses elements, attributes, text, entities and CDATA sections', () => {
  const found = parseXml(`\uFEFF<?xml version="1.0"?><!-- a -->
    <a b='1' c="&quot;x&#38;&#x1F600;"><d/>one &lt;<![CDATA[<two>]]><d>three</d></a>`)
  assert.deepEqual({ ...found.attributes }, { b: '1', c: '"x&😀' })
  assert.equal(found.text, 'one <<two>')
  assert.deepEqual(
    found.children.map(({ name, text }) => [name, text]),
    [
      ['d', ''],
      ['d', 'three'],
    ],
  )
})

test('rejects documents that are not well-formed', () => {
  for (const text of [
    '',
    'OK',
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>x',
    '<a b=1/>',
    '<a b="1" b="2"/>',
    '<a>&b;</a>',
    '<a>&</a>',
    '<a>&#0;</a>',
    '<a',
    '<a b="<"/>',
    '<!DOCTYPE a><a/>',
    '<1/>',
  ]) {
    assert.throws(() => parseXml(text), XmlError, text)
  }
})

test('throws no other errors for arbitrary text', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom('<', '>', '/', '&', ';', '"', "'", '=', '<a', '</a>', '<![CDATA[', ']]>', '<!--', '-->', '#x'),
      fc.string(),
    ),
  )
  fc.assert(
    fc.property(pieces, (texts) => {
      try {
        parseXml(texts.join(''))
      } catch (error) {
        assert.ok(error instanceof XmlError)
      }
    }),
  )
})
