// Starts Vite, which builds the pages, or serves them for development.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dashboardFolder } from '#server/dashboard/built.ts'
import { ensureInstalled } from '../bootstrap/install.mjs'
import { writeContractCode } from './contract-code.ts'

const endWithParent = pathToFileURL(join(import.meta.dirname, 'end-with-parent.mjs')).href

/** Vite ends with this process, even if that is killed: its input is then closed. */
export function startVite(args: string[], env: Record<string, string> = {}): ChildProcess {
  const program = join(dashboardFolder, 'node_modules/vite/bin/vite.js')
  return spawn(process.execPath, ['--import', endWithParent, program, ...args], {
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
