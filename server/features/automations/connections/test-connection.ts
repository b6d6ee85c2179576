// Tests the credentials of a connection: requests a token, and the test URL.
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { ConnectionFault, type OpenConnection } from './connection.ts'
import { oauth2Token } from './oauth2-token.ts'
import { sendAuthorized } from './send-authorized.ts'

const timeoutMs = 15_000
const maxBytes = 64 * 1024

/** Returns false if there is nothing to test. Throws `ConnectionFault`. */
export async function testConnection(ctx: AccountContext, connection: OpenConnection): Promise<boolean> {
  const { type, settings } = connection
  if (type === 'oauth2') await oauth2Token(ctx, connection, { renews: true })
  if (settings.testUrl === null) return type === 'oauth2'
  const status = await statusOf(ctx, connection, settings.testUrl)
  if (status >= 200 && status < 300) return true
  const reason = status === 401 || status === 403 ? 'refused the credentials' : 'did not answer as expected'
  throw fault(`The test url ${reason}: status ${status}.`)
}

async function statusOf(ctx: AccountContext, connection: OpenConnection, url: string): Promise<number> {
  try {
    const request = { url, timeoutMs, maxBytes, headers: { accept: 'application/json' } }
    return (await sendAuthorized(ctx, connection, request)).reply.status
  } catch (error) {
    if (error instanceof OutsideError) throw fault(`The test url could not be requested: ${error.message}`)
    throw error
  }
}

const fault = (message: string): ConnectionFault => new ConnectionFault(message, { field: 'test_url' })
