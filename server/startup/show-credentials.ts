// Decides whether the output of a start contains a sign-in link of an operator and an API key.
import { BlockList, isIPv6 } from 'node:net'
import type { Config } from '../config.ts'

export type CredentialMode = NonNullable<Config['showCredentials']>

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * `terminal`: only to a terminal, because other output ends in files and services that more people read. `local`: also to
 * other output if everything is on this machine: the carrier is the sandbox and `PUBLIC_URL` is a loopback address.
 */
export function showsCredentials(
  mode: CredentialMode,
  { twilio, settings }: Pick<Config, 'twilio' | 'settings'>,
  isTerminal: boolean,
): boolean {
  if (mode === 'never') return false
  if (mode === 'always' || isTerminal) return true
  return mode === 'local' && !twilio && isLoopback(new URL(settings.publicUrl).hostname)
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (/^[\d.]+$|:/.test(host) && loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4'))
}
