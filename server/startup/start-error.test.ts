// Tests of what the server says if it cannot listen on an address.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { configFrom } from '../config.ts'
import { startErrorMessage } from './start-error.ts'

const [host, sandboxHost, port] = ['203.0.113.5', 'nobody.invalid', 8080]
const config = configFrom({ HOST: host, SANDBOX_HOST: sandboxHost, PORT: String(port) })

for (const [what, options, setting] of [
  ['an address of another machine', { host, port }, 'HOST'],
  ['an address of another machine for the sandbox', { host, port: 0 }, 'SANDBOX_HOST'],
  ['a name that cannot be resolved', { host: sandboxHost, port: 0 }, 'SANDBOX_HOST'],
] as const)
  test(`${what} is reported with the setting that has it`, async () => {
    const [error] = await once(createServer().listen(options), 'error')
    assert.equal(
      startErrorMessage(error, config),
      `this machine does not have the address ${options.host}. Set ${setting} to 127.0.0.1, 0.0.0.0 or an address of this machine.`,
    )
  })
