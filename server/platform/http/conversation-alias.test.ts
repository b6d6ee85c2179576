// Tests of the aliases of conversation ids.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { conversationAliases } from './conversation-alias.ts'

test('an alias is a valid UUID that only the key can turn back', () => {
  const [aliases, others] = [conversationAliases(randomBytes(32)), conversationAliases(randomBytes(32))]
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const alias = aliases.hide(uuid)
      assert.ok(z.uuid().safeParse(alias).success)
      assert.notEqual(alias, uuid)
      assert.equal(aliases.reveal(alias), uuid)
      assert.notEqual(others.reveal(alias), uuid)
      assert.equal(aliases.hide(`conversation:${uuid}:1`), `conversation:${alias}:1`)
    }),
  )
})
