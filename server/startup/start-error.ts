// Says why the server could not start, and what the operator can change.
import type { Config } from '../config.ts'

type SystemError = NodeJS.ErrnoException & { address?: string; hostname?: string; port?: number }

export function startErrorMessage(error: unknown, config: Config): string {
  const fault = fileFaultOf(error)
  if (fault) return `${fault.file} cannot be used (${fault.syscall}): ${fault.reason}. ${adviceFor(fault.file, config)}`
  const { code, syscall, address, hostname, port, message } = error as SystemError
  if (syscall === 'getaddrinfo' && hostname === config.sandboxHost) return missing(hostname, 'SANDBOX_HOST')
  if (syscall === 'getaddrinfo' && hostname === config.host) return missing(hostname, 'HOST')
  if (syscall !== 'listen') return message || String(error)
  if (code === 'EADDRINUSE') return `port ${port} on ${address} is in use. Set PORT to another one.`
  if (code === 'EACCES') return `this user is not allowed to use port ${port}. Set PORT to a port above 1023.`
  if (code === 'EADDRNOTAVAIL') return missing(address, port === config.port ? 'HOST' : 'SANDBOX_HOST')
  return message
}

const missing = (address: string | undefined, setting: string): string =>
  `this machine does not have the address ${address}. Set ${setting} to 127.0.0.1, 0.0.0.0 or an address of this machine.`

const maxCauses = 5

/** Adapters report what failed as the cause of their error. The address of a Unix socket is a path. */
function fileFaultOf(error: unknown) {
  let each = error as SystemError | undefined
  for (let depth = 0; each && depth < maxCauses; depth++) {
    const { code = '', path, address, syscall } = each
    const file = path ?? (address?.startsWith('/') ? address : undefined)
    const reason = fileFaults[code]
    if (file !== undefined && reason !== undefined) return { file, syscall, reason }
    each = each.cause as SystemError | undefined
  }
  return undefined
}

const fileFaults: Record<string, string> = {
  EACCES: 'this user has no permission for it',
  EPERM: 'this user has no permission for it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

const adviceFor = (file: string, { dataDir }: Config): string =>
  `${file}/`.startsWith(`${dataDir}/`)
    ? `Everything in the data directory must belong to the user who runs Parley. Set DATA_DIR to use another one.`
    : 'Give this user the permission, or run Parley as another one.'
