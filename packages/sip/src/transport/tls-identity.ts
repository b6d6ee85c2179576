// Connects with TLS and checks that a certificate belongs to a SIP domain (RFC 5922, section 7).
import { isIP, type Socket } from 'node:net'
import { type ConnectionOptions, checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { Target } from './transport.ts'

/** What the client side of TLS uses. */
export interface TlsClientOptions {
  /** Authorities to trust instead of the usual ones, in PEM. */
  ca?: ConnectionOptions['ca']
  /** The own certificate and key in PEM, for peers that require one. */
  cert?: string | Buffer
  key?: string | Buffer
}

/**
 * Begins TLS on a TCP connection. The name in SNI and in the certificate is the configured name, whatever address was
 * dialed. ALPN is not offered: some providers refuse connections that offer `sip`.
 */
export function startTls(socket: Socket, target: Target, options: TlsClientOptions): TLSSocket {
  const name = target.serverName ?? target.address
  const settings: ConnectionOptions = {
    ...options,
    socket,
    minVersion: 'TLSv1.2',
    checkServerIdentity: (_, certificate) => checkSipIdentity(name, certificate),
  }
  // SNI has names only (RFC 6066, section 3).
  if (isIP(name) === 0) settings.servername = name
  return connect(settings)
}

/** Accepts a `sip:` URI of the domain (RFC 5922, section 7.1) or a DNS name or IP address of it. */
export function checkSipIdentity(name: string, certificate: PeerCertificate): Error | undefined {
  const uris = (certificate.subjectaltname ?? '').split(', ').map((each) => each.toLowerCase())
  if (uris.includes(`uri:sip:${name.toLowerCase()}`)) return undefined
  return checkServerIdentity(name, certificate)
}
