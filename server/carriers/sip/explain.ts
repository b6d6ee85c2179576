// Says in sentences why a trunk or a call over it does not work, and what to change. The pages translate them.
import type { SipTrunk, TrunkState } from '#server/ports/sip-lines.ts'

type Named = Pick<SipTrunk, 'address' | 'port' | 'transport' | 'domain' | 'username' | 'registers' | 'mayBePrivate'>

/** `status` is that of the provider, 408 without an answer, and 503 without an address or a connection. */
export function explainFailure(trunk: Named, status: number, reasonPhrase: string): string {
  const words = `${status} ${reasonPhrase}`.trim()
  const { address, username } = trunk
  const where = `${address}${trunk.port === null ? '' : `:${trunk.port}`}`
  if (status === 408)
    return `${where} does not answer over ${(trunk.transport ?? 'udp').toUpperCase()}. Check the SIP address, the port and the transport, and whether a firewall lets the answer through.`
  if (status === 503 && /not found/i.test(reasonPhrase))
    return trunk.mayBePrivate
      ? `The name ${address} has no address in the DNS. Check the SIP address.`
      : `The name ${address} has no public address in the DNS. Check the SIP address.`
  if (status === 503 && /transport/i.test(reasonPhrase))
    return `No connection to ${where} is possible${trunk.transport === 'tls' ? ', or its certificate is not valid for this name' : ''}. Check the SIP address, the port and the transport.`
  if (status === 401 || status === 407)
    return `${address} does not accept the username ${username} with this password (${words}). Check both; some providers have a separate name for authentication.`
  if (status === 403)
    return `${address} refuses the account (${words}). Check the username, whether the provider allows this server, and whether the account is blocked.`
  if (status === 404) return `${address} does not know ${username} (${words}). Check the username and the SIP domain.`
  return `${address} answers with an error: ${words || 'no reason given'}.`
}

/** Sentences that are always the same. */
export const lineSentences = {
  portNotOpened: 'This server could not open its SIP port. Its log says why.',
  notServed: 'No process with the role voice serves SIP at the moment.',
  notAnswered: 'The trunk did not answer.',
  notConfirmed: 'The caller did not confirm the call.',
  lost: 'The connection to the trunk was lost.',
  stopped: 'The server was stopped.',
  notConnected: 'The call could not be connected.',
}

export const explainSilence = (silentMs: number): string =>
  `No audio arrived for ${Math.round(silentMs / 1_000)} seconds, so the call was ended.`

/** The result of a test for people. */
export function explainState(
  trunk: Named,
  { status, error, roundTripMs }: TrunkState,
): { works: boolean; message: string } {
  const inMs = roundTripMs === null ? '' : ` It answered within ${roundTripMs} ms.`
  if (status === 'registered')
    return {
      works: true,
      message: `The trunk is registered at ${trunk.address}.${inMs} Call its number to hear whether audio arrives in both directions.`,
    }
  if (status === 'reachable')
    return {
      works: true,
      message: `${trunk.address} answers.${inMs} Place a call to see whether it accepts calls from this server.`,
    }
  return { works: false, message: error ?? `${trunk.address} has not answered yet. Try again in a few seconds.` }
}
