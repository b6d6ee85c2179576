// Decides whether the output of a start contains a sign-in link of an operator and an API key.
import type { Config } from '../config.ts'
import { readAddress } from '../platform/safe-fetch/address-policy.ts'

export type CredentialMode = NonNullable<Config['showCredentials']>

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
  return mode === 'local' && isOnThisMachine({ twilio, settings })
}

/** Whether everything is on this machine: the carrier is the sandbox, and `PUBLIC_URL` is a loopback address. */
export const isOnThisMachine = ({ twilio, settings }: Pick<Config, 'twilio' | 'settings'>): boolean =>
  !twilio && isLoopback(new URL(settings.publicUrl).hostname)

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || readAddress(host)?.range() === 'loopback'
}
