// A second server process that is killed while it handles a request.
import { type Client, createClient } from '#sdk/index.ts'
import type { FailpointAddress } from '#server/platform/failpoints/failpoint.ts'
import { startServerProcess } from '../processes/server-process.ts'
import type { TestApp } from './test-app.ts'

/**
 * Starts another server on the same database, carrier and model, calls it by `work`, and waits until it has died at the
 * failpoint. That server runs no jobs.
 */
export async function crashAt(
  parley: TestApp,
  failpoint: FailpointAddress,
  token: string | undefined,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const { config } = parley
  await using server = await startServerProcess({
    DATABASE_URL: parley.connectionString,
    DATA_DIR: config.dataDir,
    PUBLIC_URL: config.settings.publicUrl,
    PARLEY_ROLES: 'api',
    TWILIO_ACCOUNT_SID: config.twilio!.accountSid,
    TWILIO_AUTH_TOKEN: config.twilio!.authToken,
    TWILIO_API_BASE_URL: config.twilio!.apiBaseUrl!,
    OPENAI_BASE_URL: parley.model.baseUrl,
    OPENAI_API_KEY: 'test',
    ALLOW_PRIVATE_ADDRESSES: config.allowPrivate.join(),
    LOG_LEVEL: 'fatal',
    FAILPOINT: failpoint,
  })
  const client = createClient({ baseUrl: server.baseUrl, ...(token === undefined ? {} : { apiKey: token }) })
  const outcome = await work(client).then(
    () => 'a response',
    (error: unknown) => (error instanceof TypeError ? undefined : error),
  )
  if (outcome !== undefined) throw new Error(`The server did not die at ${failpoint}.`, { cause: outcome })
  await server.ended
}
