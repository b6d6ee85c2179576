// Tests of the check of the master key at startup.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { openApp } from '../app.ts'
import { createLog } from '../platform/observability/log.ts'

const newKey = (): string => randomBytes(32).toString('base64')
const log = createLog({ level: 'silent', pretty: false })

describe('the master key', () => {
  it('must be the key that encrypted the secrets in the database', async () => {
    await using parley = await startTestApp({ config: { masterKey: newKey() } })
    const { client } = await parley.createAccount()
    await client.webhooks.rotateSecret()
    const other = { ...parley.config, masterKey: newKey() }
    const refused = /^the master key of this process \(fingerprint \w{16}\) does not match the key .* Set MASTER_KEY to/
    await assert.rejects(openApp(other, { log }), ({ message }: Error) => refused.test(message))
    await parley.app[Symbol.asyncDispose]()
    await assert.rejects(openApp(other, { log }), ({ message }: Error) => refused.test(message))
    await using _same = await openApp(parley.config, { log })
  })

  it('cannot be replaced while a trigger of an automation has a secret', async () => {
    await using parley = await startTestApp({ config: { masterKey: newKey() } })
    const { client } = await parley.createAccount()
    const trigger = { type: 'webhook', input: { secret: 'a secret of 24 characters' } }
    const flow = { trigger, steps: [{ name: 'end', type: 'stop', input: {} }] }
    await client.automations.create({ name: 'Test', flow })
    await parley.app[Symbol.asyncDispose]()
    await assert.rejects(openApp({ ...parley.config, masterKey: newKey() }, { log }), /does not match the key/)
  })

  it('can be replaced while nothing is encrypted and no other process runs', async () => {
    await using parley = await startTestApp({ config: { masterKey: newKey() } })
    const other = { ...parley.config, masterKey: newKey() }
    await assert.rejects(openApp(other, { log }), /does not match the key/)
    await parley.app[Symbol.asyncDispose]()
    await using _other = await openApp(other, { log })
    await assert.rejects(openApp(parley.config, { log }), /does not match the key/)
  })
})
