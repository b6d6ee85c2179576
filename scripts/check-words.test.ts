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
    assertFault('/**\n * Shared.\n * The doors of a module.\n */\nconst a = 1', 'sdk/a.ts:3', 'doors')
  })

  test('finds a word in a string, a test title and a template', () => {
    assertFault("\nthrow new Error('Nobody knows the reason.')", 'sdk/a.ts:2', 'Nobody knows')
    assertFault("test('the caller is told', () => {})", 'sdk/a.ts:1', 'is told')
    assertFault('const a = `first\n${1} stands second`', 'sdk/a.ts:2', 'stands')
  })

  test('finds a word in a part of a name', () => {
    assertFault('function letGoOfKey() {}', 'sdk/a.ts:1', 'let go of')
    assertFault('interface StatusNews { id: number }', 'sdk/a.ts:1', 'news')
    assertFault('const a = { old_habits: 1 }', 'sdk/a.ts:1', 'habits')
  })

  test('finds a comment that begins with “Of the”', () =>
    assertFault('/** Of the sender. */\nlet a', 'sdk/a.ts:1', 'Of the'))

  test('finds a word in a document', () => {
    assert.deepEqual(faultsIn('# Guide\n\nThe house.', 'docs/guide.md').length, 1)
  })

  test('ignores other words with the same letters', () => {
    const text = [
      '// An outstanding standard: people understand Math.floor and warehouses.',
      "const placeholder = 'indoor bedroom newspaper'",
      'const x = Math.floor(1.5)',
    ]
    assert.deepEqual(faultsIn(text.join('\n')), [])
  })

  test('accepts exceptions', () => {
    const text = "const sounds = ['crowded_room', 'crowded room']"
    assert.deepEqual(faultsIn(text), [])
    assert.equal(faultsIn(text.replace('crowded_room', 'office')).length, 1)
  })
})
