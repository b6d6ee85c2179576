// Finds the targets of a request inside of a dialog (RFC 3261, section 8.1.2; RFC 3263).
import { isIP } from 'node:net'
import { parseUri } from '../message/index.ts'
import type { Flow, Target } from '../transport/index.ts'
import type { Account } from './account.ts'
import type { Stack } from './stack.ts'

/** Networks whose addresses are not reachable from another network (RFC 1918, 6598, 3927, 4193; loopback). */
const privateAddress =
  /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe80:|::1$)/i

export const isPrivate = (address: string): boolean => privateAddress.test(address)

/**
 * The flow on which the dialog was set up is used again over TCP and TLS, because a connection to an IP address could not
 * be checked against a certificate, and wherever the next hop names an address of a private network behind NAT.
 */
export async function targetsInDialog(
  stack: Pick<Stack, 'resolve'>,
  nextHop: string,
  flow: Flow | undefined,
  account: Account | undefined,
): Promise<Target[]> {
  const host = parseUri(nextHop)?.host ?? ''
  const byFlow = flow === undefined ? undefined : targetOfFlow(flow, account)
  if (byFlow !== undefined) {
    const isBehindNat = isPrivate(host) && host !== byFlow.address
    if (isBehindNat || (byFlow.protocol === 'tls' && isIP(host) !== 0)) return [byFlow]
  }
  let resolved: Target[]
  try {
    resolved = await stack.resolve(nextHop, account)
  } catch (error) {
    // A call outlives the name server.
    if (byFlow === undefined) throw error
    return [byFlow]
  }
  if (byFlow === undefined || byFlow.protocol === 'udp') return resolved
  const isSame = ({ address, protocol }: Target) => address === byFlow.address && protocol === byFlow.protocol
  const same = resolved.find(isSame)
  return same === undefined ? resolved : [{ ...same, connection: byFlow.connection }]
}

/** The way back on a flow. */
export function targetOfFlow({ protocol, remote, connection }: Flow, account?: Account): Target {
  const target: Target = { protocol, ...remote }
  if (connection !== undefined) target.connection = connection
  if (protocol === 'tls' && account) target.serverName = account.certificateName
  return target
}
