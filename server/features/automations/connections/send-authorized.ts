// Sends a request with the credentials of a connection.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { FetchReply, FetchRequest } from '#server/ports/fetcher.ts'
import { ConnectionFault, type OpenConnection } from './connection.ts'
import { basicAuthorization, oauth2Token } from './oauth2-token.ts'

interface Credentials {
  header: string
  value: string
  /** Must not be shown. */
  secrets: string[]
}

export interface AuthorizedReply {
  reply: FetchReply
  /** The secrets that were sent, which the response can repeat. */
  secrets: string[]
}

/**
 * An OAuth token that is refused with 401 is replaced once. Throws
 * `ConnectionFault`, and `OutsideError` as the fetcher does.
 */
export async function sendAuthorized(
  ctx: Pick<AccountContext, 'fetcher'>,
  connection: OpenConnection,
  request: FetchRequest,
): Promise<AuthorizedReply> {
  checkHost(connection, request.url)
  const send = async (renews: boolean) => {
    const { header, value, secrets } = await credentialsOf(ctx, connection, { renews, signal: request.signal })
    const others = Object.entries(request.headers ?? {}).filter(([name]) => name.toLowerCase() !== header.toLowerCase())
    const headers = { ...Object.fromEntries(others), [header]: value }
    return { reply: await ctx.fetcher.fetch({ ...request, headers }), secrets }
  }
  const first = await send(false)
  if (connection.type !== 'oauth2' || first.reply.status !== 401) return first
  const second = await send(true)
  return { ...second, secrets: [...first.secrets, ...second.secrets] }
}

function checkHost({ name, settings: { allowedHosts } }: OpenConnection, url: string): void {
  const host = URL.parse(url)?.hostname ?? ''
  if (allowedHosts.length === 0 || allowedHosts.includes(host)) return
  throw new ConnectionFault(`The connection ${name} may not be used for the host ${host}.`, { field: 'test_url' })
}

async function credentialsOf(
  ctx: Pick<AccountContext, 'fetcher'>,
  connection: OpenConnection,
  options: { renews: boolean; signal: AbortSignal | undefined },
): Promise<Credentials> {
  const { type, settings, secret } = connection
  switch (type) {
    case 'api_key':
      return { header: settings.header ?? 'Authorization', value: secret, secrets: [secret] }
    case 'bearer':
      return { header: 'Authorization', value: `Bearer ${secret}`, secrets: [secret] }
    case 'basic': {
      const value = basicAuthorization(settings.username ?? '', secret)
      return { header: 'Authorization', value, secrets: [secret, value.slice('Basic '.length)] }
    }
    case 'oauth2': {
      const token = await oauth2Token(ctx, connection, options)
      return { header: 'Authorization', value: `Bearer ${token}`, secrets: [secret, token] }
    }
  }
}
