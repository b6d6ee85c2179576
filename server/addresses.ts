// The addresses of the server: for links and carriers, and on its own machine.
import type { Environment } from './environment.ts'
import { trimEnd } from './platform/text/trim-end.ts'

export function publicUrlOf({ PUBLIC_URL, HOST, PORT }: Environment): { address: string; warnings: string[] } {
  if (PUBLIC_URL) return { address: trimEnd(PUBLIC_URL, '/'), warnings: [] }
  const address = localUrlOf({ HOST, PORT })
  const warning = `PUBLIC_URL is not set. Links and webhook URLs at carriers use ${address}, which only this machine can reach.`
  return { address, warnings: isEverywhere(HOST) ? [warning] : [] }
}

/** The address of the server on its own machine. */
export const localUrlOf = ({ HOST, PORT }: { HOST: string; PORT: number | string }): string =>
  `http://${hostOf(HOST)}:${PORT}`

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || (host.includes(':') && /^[0:]+$/.test(host))

const hostOf = (host: string): string => (isEverywhere(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host)
