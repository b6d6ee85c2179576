// Tests of the encryption of carrier accounts.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { openSandboxCarrier } from '@parley/carrier-sandbox'
import { sql } from 'kysely'
import { asAccount } from '#server/platform/context/context.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { carrierAccountFor } from './index.ts'

/** Unknown to the sandbox, whose only account is the one that the test sets. */
const installation = { accountSid: `AC${'5'.repeat(32)}`, authToken: '5'.repeat(32) }

const carrier = await openSandboxCarrier({ log: createLog({ level: 'silent', pretty: false }) })
const parley = await startTestApp({ config: { twilio: { ...installation, apiBaseUrl: carrier.baseUrl } } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

it('a carrier account is stored encrypted, and cannot be decrypted in the row of another account', async () => {
  const { context } = parley.app
  const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
  const { accountSid, authToken } = carrier
  await owner.client.senders.setCarrier({ account_sid: accountSid, auth_token: authToken })
  const { rows } = await sql<{ token: Buffer; all: string }>`
    select credentials as token, carrier_accounts::text as all from carrier_accounts
    where account_id = ${owner.account.id}`.execute(context.db)
  assert.ok(!rows[0]!.token.includes(authToken) && !rows[0]!.all.includes(authToken))
  await sql`update carrier_accounts set account_id = ${other.account.id}
    where account_id = ${owner.account.id}`.execute(context.db)
  await assert.rejects(carrierAccountFor(asAccount(context, other.account)), /encrypted with another master key/)
})
