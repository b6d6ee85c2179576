// Says whether a tenant may use an address that is not reached by HTTP.
import type { Fetcher } from '#server/ports/fetcher.ts'

/** Why a tenant may not: the address is private, and the operator does not allow it. `address` may be a name. */
export function refuseAddress(
  { refuses, isPrivate }: Pick<Fetcher, 'refuses' | 'isPrivate'>,
  { address, port }: { address: string; port: number },
): string | undefined {
  const host = address.includes(':') ? `[${address}]` : address
  if (isPrivate(`https://${host}:${port}/`)) return undefined
  // The port of the web is always open, so only a private address is refused.
  return refuses(`https://${host}/`)
}
