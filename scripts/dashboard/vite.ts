// Starts Vite, which builds the pages, or serves them for development.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { dashboardFolder } from '#server/dashboard/built.ts'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { writeContractCode } from './contract-code.ts'

const endWithInput =
  "process.stdin.on('end', () => process.exit(1)).on('error', () => process.exit(1)).resume().unref()"

/** Vite ends with this process, even if that is killed: its input is then closed. */
export function startVite(args: string[], env: Record<string, string> = {}): ChildProcess {
  const program = join(dashboardFolder, 'node_modules/vite/bin/vite.js')
  const setup = `data:text/javascript,${encodeURIComponent(endWithInput)}`
  return spawn(process.execPath, ['--import', setup, program, ...args], {
    cwd: dashboardFolder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
}

/** Changes of the pages apply at once. Requests go to the server at this address. */
export async function servePages(serverUrl: string, args: string[] = []): Promise<ChildProcess> {
  await ensureInstalled(dashboardFolder)
  await writeContractCode()
  return startVite(['--clearScreen', 'false', ...args], { PARLEY_URL: serverUrl })
}
