// The addresses of the server: for links and carriers, and on its own machine.
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { trimEnd } from './platform/text/trim-end.ts'

interface Listening {
  host: string
  port: number | string
}

export function publicUrlOf({ publicUrl, ...listening }: Listening & { publicUrl: string | undefined }): {
  address: string
  warnings: string[]
} {
  if (publicUrl) return { address: trimEnd(publicUrl, '/'), warnings: [] }
  const address = localUrlOf(listening)
  const warning = `PUBLIC_URL is not set. Links and webhook URLs at carriers use ${address}, which only this machine can reach.`
  return { address, warnings: isEverywhere(listening.host) ? [warning] : [] }
}

/** The address of the server on its own machine. */
export const localUrlOf = ({ host, port }: Listening): string => `http://${hostOf(host)}:${port}`

/** The IP address at which telephones on SIP reach a server that listens on `host`. */
export function telephoneHostOf(host: string): string {
  if (isIP(host) && !isEverywhere(host)) return host
  return (host === 'localhost' ? undefined : firstOwnAddress()) ?? '127.0.0.1'
}

/** The IPv4 address of an interface that leads to other machines. */
const firstOwnAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || (host.includes(':') && /^[0:]+$/.test(host))

const hostOf = (host: string): string => (isEverywhere(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host)
