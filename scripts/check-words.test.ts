// Tests of the word check.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test are strings that contain templates.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeFault } from './architecture/fault.ts'
import { checkWords } from './check-words.ts'

const faultsIn = (text: string, path = 'sdk/a.ts') => checkWords(path, text).map(describeFault)

function assertFault(text: string, location: string, word: string) {
  const faults = faultsIn(text)
  assert.equal(faults.length, 1, faults.join('\n') || 'no fault found')
  assert.ok(faults[0]!.startsWith(`${location} uses “${word}”; use `), faults[0])
}

describe('the word check', () => {
  test('finds a word in a comment with its line', () => {
    assertFault('const a = 1 // Whoever waits.', 'sdk/a.ts:1', 'Whoever')
    assertFault('/**\n * Shared.\n * It waits meanwhile.\n */\nconst a = 1', 'sdk/a.ts:3', 'meanwhile')
  })

  test('finds a word in a string, a test title and a template', () => {
    assertFault("\nthrow new Error('Nobody knows the reason.')", 'sdk/a.ts:2', 'Nobody knows')
    assertFault("test('the caller is told', () => {})", 'sdk/a.ts:1', 'is told')
    assertFault('const a = `first\n${1} stands second`', 'sdk/a.ts:2', 'stands')
  })

  test('finds a word in a part of a name', () => {
    assertFault('function letGoOfKey() {}', 'sdk/a.ts:1', 'let go of')
    assertFault('interface StatusWish { id: number }', 'sdk/a.ts:1', 'wish')
    assertFault('const a = { put_aside: 1 }', 'sdk/a.ts:1', 'put aside')
  })

  test('finds a comment that begins with “Of the”', () =>
    assertFault('/** Of the sender. */\nlet a', 'sdk/a.ts:1', 'Of the'))

  test('finds a word in a document', () => {
    assert.deepEqual(faultsIn('# Guide\n\nThe tools at hand.', 'docs/guide.md').length, 1)
  })

  test('ignores other words with the same letters', () => {
    const text = [
      '// An outstanding standard: people understand wishlists, and any more of them in the present tense.',
      "const placeholder = 'whatever'",
      'const meanwhile = 1',
    ]
    assert.deepEqual(faultsIn(text.join('\n')), [])
  })

  test('accepts exceptions', () => {
    const text = "const verbs = ['stand', 'verstanden']"
    assert.deepEqual(faultsIn(text, 'server/models/offline/phrases/german.ts'), [])
    assert.equal(faultsIn(text).length, 1)
  })
})
