// Tests of when the output of a start contains a sign-in link and an API key.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { configFrom } from '../config.ts'
import { type CredentialMode, showsCredentials } from './show-credentials.ts'

const shows = (mode: CredentialMode, environment: Record<string, string> = {}, isTerminal = false) =>
  showsCredentials(mode, configFrom(environment), isTerminal)

const twilio = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' }

it('a terminal gets the credentials, and other output only if it is asked for', () => {
  assert.deepEqual([shows('terminal', {}, true), shows('terminal')], [true, false])
  assert.deepEqual([shows('terminal', twilio, true), shows('terminal', twilio)], [true, false])
  assert.deepEqual([shows('always', twilio), shows('never', {}, true)], [true, false])
})

it('a start that is local gets them only with the sandbox and a loopback address', () => {
  for (const url of ['http://127.0.0.1:8080', 'http://localhost:9', 'http://[::1]:8080', 'http://127.9.8.7'])
    assert.ok(shows('local', { PUBLIC_URL: url }), url)
  assert.ok(shows('local'))
  const names = ['https://parley.example.com', 'http://localhost.example.com', 'http://127.0.0.1.example.com']
  for (const url of [...names, 'http://10.0.0.5:8080', 'http://[fd00::1]', 'http://[::ffff:10.0.0.1]'])
    assert.ok(!shows('local', { PUBLIC_URL: url }), url)
  assert.ok(!shows('local', twilio))
  assert.ok(shows('local', twilio, true))
})
