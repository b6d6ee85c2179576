// The check of migrations against their checksums.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkMigrations } from './check-migrations.ts'

const sha256 = '4a45092ccf992ea92250053a80b931b787924ba61648f420555511b84f10ab6c'
const checksums = `${sha256}  0001-first.sql\n`

describe('the check of migrations', () => {
  it('accepts migrations that match their checksums', () => {
    assert.deepEqual(checkMigrations(new Map([['0001-first.sql', 'select 1;\n']]), checksums), [])
  })

  it('rejects a changed, a deleted and a renamed migration', () => {
    assert.match(checkMigrations(new Map([['0001-first.sql', 'select 2;\n']]), checksums)[0]!, /was changed/)
    assert.match(checkMigrations(new Map(), checksums)[0]!, /was deleted or renamed/)
    assert.equal(checkMigrations(new Map([['0001-other.sql', 'select 1;\n']]), checksums).length, 2)
  })

  it('prints the line for a new migration', () => {
    const [fault] = checkMigrations(new Map([['0001-first.sql', 'select 1;\n']]), '')
    assert.ok(fault!.endsWith(`\n${checksums.trimEnd()}`))
  })
})
