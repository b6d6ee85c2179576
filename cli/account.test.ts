// Tests of `parley account credit`.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp } from '#testing/app/test-app.ts'
import { compileCacheEnv } from '#testing/processes/server-process.ts'

const run = promisify(execFile)

test('balances are changed once for each reference, with a note that the account sees', {
  timeout: 120_000,
}, async () => {
  await using parley = await startTestApp()
  const { account, client } = await parley.createAccount({ balanceUsd: 10 })
  const { twilio, dataDir } = parley.config
  const env = {
    ...compileCacheEnv,
    PATH: '/usr/bin:/bin',
    DATABASE_URL: parley.connectionString,
    DATA_DIR: dataDir,
    TWILIO_ACCOUNT_SID: twilio!.accountSid,
    TWILIO_AUTH_TOKEN: twilio!.authToken,
    TWILIO_API_BASE_URL: twilio!.apiBaseUrl!,
  }
  const credit = (...words: string[]) =>
    run(process.execPath, ['cli/main.ts', 'account', 'credit', String(account.id), ...words], { env })

  const order = ['5', '--reference', 'invoice 1', '--note', 'Bank transfer', '--by', 'Eve']
  for (let repeated = 0; repeated < 2; repeated++)
    assert.equal((await credit(...order)).stdout, `The balance of account ${account.id} is 15.00 USD.\n`)
  const { stdout } = await credit('-2.5', '--kind', 'adjustment', '--json')
  assert.deepEqual(JSON.parse(stdout), { account_id: account.id, balance_usd: 12.5 })
  for (const [words, message] of [
    [['-1'], /A negative amount needs --kind adjustment/],
    [['-13', '--kind', 'adjustment'], /available balance \(without holds\) is lower than this amount/],
    [['6', '--reference', 'invoice 1'], /was used for another amount/],
    [['1', '--note', ' '], /--note must have 1 to 500 characters/],
  ] as const)
    await assert.rejects(credit(...words), ({ code, stderr }: { code: number; stderr: string }) => {
      assert.match(stderr, message)
      return code !== 0
    })
  const { data, total } = await client.billing.listTransactions()
  assert.equal(total, 3)
  assert.partialDeepStrictEqual(data, [
    { kind: 'adjustment', amount_usd: -2.5, author: 'operator' },
    { kind: 'top-up', amount_usd: 5, reference: 'invoice 1', note: 'Bank transfer', author: 'Eve' },
    { kind: 'top-up', amount_usd: 10 },
  ])
})
