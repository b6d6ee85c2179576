// Tests of unsaved changes when others change the same assistant.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { afterSave, decide, newDraft, rebase, setField } from './draft.ts'

interface Thing {
  version: number
  name: string
  record: boolean
  list: string[]
}

const fields = ['name', 'record', 'list'] as const
const first: Thing = { version: 1, name: 'Ada', record: false, list: [] }
const later = (changes: Partial<Thing>): Thing => ({ ...first, version: 2, ...changes })

describe('unsaved changes', () => {
  it('end when a field has its saved value again', () => {
    const changed = setField(newDraft(first), 'list', ['a'])
    assert.deepEqual(changed.changes, { list: ['a'] })
    assert.deepEqual(setField(changed, 'list', []).changes, {})
  })

  it('are kept when another member changes another field', () => {
    const draft = rebase(setField(newDraft(first), 'name', 'Grace'), later({ record: true }), fields)
    assert.deepEqual(
      [draft.changes, draft.theirs, draft.conflicts, draft.base.version],
      [{ name: 'Grace' }, { record: false }, [], 2],
    )
  })

  it('are in conflict when another member changes the same field to another value', () => {
    const draft = rebase(setField(newDraft(first), 'name', 'Grace'), later({ name: 'Alan' }), fields)
    assert.deepEqual([draft.changes, draft.conflicts], [{ name: 'Grace' }, ['name']])
    const [mine, theirs] = [decide(draft, 'name', 'mine'), decide(draft, 'name', 'theirs')]
    assert.deepEqual([mine.changes, mine.conflicts], [{ name: 'Grace' }, []])
    assert.deepEqual([theirs.changes, theirs.conflicts], [{}, []])
  })

  it('end when another member makes the same change', () => {
    const draft = rebase(setField(newDraft(first), 'name', 'Grace'), later({ name: 'Grace' }), fields)
    assert.deepEqual([draft.changes, draft.theirs, draft.conflicts], [{}, {}, []])
  })

  it('that are made while others are being saved are kept', () => {
    const sent = { name: 'Grace' }
    const draft = setField(setField(newDraft(first), 'name', 'Grace Hopper'), 'record', true)
    const saved = afterSave(draft, sent, later({ name: 'Grace' }))
    assert.deepEqual(saved.changes, { name: 'Grace Hopper', record: true })
  })
})
