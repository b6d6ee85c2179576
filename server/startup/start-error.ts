// Says why the server could not start, and what the operator can change.
import type { Config } from '../config.ts'

export function startErrorMessage(error: unknown, config: Config): string {
  const { code, syscall, path, address, port, message } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  // The address of a Unix socket is a path.
  const file = path ?? (address?.startsWith('/') ? address : undefined)
  if (file !== undefined && code !== undefined && code in fileFaults)
    return `${file} cannot be used (${syscall}): ${fileFaults[code]}. ${adviceFor(file, config)}`
  if (syscall !== 'listen') return message || String(error)
  const isSandbox = port === config.sandboxPort && address === config.sandboxHost && port !== config.port
  const [portName, hostName] = isSandbox ? ['SANDBOX_PORT', 'SANDBOX_HOST'] : ['PORT', 'HOST']
  if (code === 'EADDRINUSE') return `port ${port} on ${address} is in use. Set ${portName} to another one.`
  if (code === 'EACCES') return `this user is not allowed to use port ${port}. Set ${portName} to a port above 1023.`
  if (code === 'EADDRNOTAVAIL')
    return `this machine does not have the address ${address}. Set ${hostName} to 127.0.0.1, 0.0.0.0 or an address of this machine.`
  return message
}

const fileFaults: Record<string, string> = {
  EACCES: 'this user has no permission for it',
  EPERM: 'this user has no permission for it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

const adviceFor = (file: string, { dataDir }: Config): string =>
  file.startsWith(dataDir)
    ? `Everything in the data directory must belong to the user who runs Parley. Set DATA_DIR to use another one.`
    : 'Give this user the permission, or run Parley as another one.'
