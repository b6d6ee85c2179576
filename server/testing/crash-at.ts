// Kills a second server process in the middle of a request.

import { setTimeout } from 'node:timers/promises'
import { type Client, createClient, ParleyError } from '#sdk/index.ts'
import type { Failpoint } from '#server/platform/failpoint.ts'
import { startServerProcess } from './process.ts'
import type { TestApp } from './test-app.ts'

/** Starts another server on the same database, carrier and model, which dies at the failpoint while it handles the requests of `work`. */
export async function crashAt(
  parley: TestApp,
  at: Failpoint,
  token: string | undefined,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const { config } = parley
  await using server = await startServerProcess({
    DATABASE_URL: parley.connectionString,
    DATA_DIR: config.dataDir,
    PUBLIC_URL: config.settings.publicUrl,
    // Jobs run in the process of the test.
    PARLEY_ROLES: 'api',
    TWILIO_ACCOUNT_SID: config.twilio!.accountSid,
    TWILIO_AUTH_TOKEN: config.twilio!.authToken,
    TWILIO_API_BASE_URL: config.twilio!.apiBaseUrl!,
    OPENAI_BASE_URL: parley.model.baseUrl,
    OPENAI_API_KEY: 'test',
    ALLOW_PRIVATE_ADDRESSES: config.allowPrivate.join(),
    LOG_LEVEL: 'fatal',
    FAILPOINT: `${at}:1`,
  })
  const client = createClient({ baseUrl: server.baseUrl, ...(token === undefined ? {} : { apiKey: token }) })
  const answer = await work(client).then(
    () => 'an answer',
    (error: unknown) => (error instanceof TypeError ? undefined : error),
  )
  if (answer !== undefined) throw new Error(`The server did not die at ${at}.`, { cause: answer })
  await server.ended
}

/** Repeats a request under its idempotency key while it is in progress or exceeds a rate limit, as clients should. */
export async function retryRequest<R>(call: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ParleyError) || (error.status !== 409 && error.status !== 429)) throw error
      await setTimeout(100)
    }
  }
}
