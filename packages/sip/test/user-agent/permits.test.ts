// Tests that an account sends requests only to addresses that it permits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegistrationState } from '../../src/registration/index.ts'
import { openTestPhone, watch } from '../phone/phones.ts'

test('an account neither registers, nor calls, nor asks at an address that it does not permit', async () => {
  const seen: string[] = []
  await using provider = await openTestPhone({
    admit(request) {
      seen.push(request.method)
      return 'accept'
    },
  })
  await using phone = await openTestPhone()
  const { port } = provider.local.udp[0]!
  const asked: number[] = []
  const account = phone.addAccount({
    domain: `127.0.0.1:${port}`,
    user: 'a',
    permits(target) {
      asked.push(target.port)
      return false
    },
  })
  const state = await new Promise<RegistrationState>((resolve) => {
    phone.register({ account }, { changed: (next) => next.status !== 'registering' && resolve(next) })
  })
  assert.deepEqual([state.status, state.status === 'failed' && state.code], ['failed', 503])
  assert.equal((await phone.userAgent.ping(account)).status, 503)
  const call = watch()
  await phone.call(account, { to: `sip:b@127.0.0.1:${port}` }, call.handlers)
  await call.until('ended')
  assert.deepEqual(seen, [])
  assert.ok(asked.length >= 3 && asked.every((each) => each === port))
})
