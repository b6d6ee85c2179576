// Serves the dashboard and the server for development: pages change at once, and the server restarts, when a file is saved.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, loadEnvFile, readConfig } from '#server/config.ts'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { servePages } from './dashboard/vite.ts'

async function develop(dashboardPort: string): Promise<void> {
  const { databaseUrl, dataDir, localUrl } = readConfig()
  const log = createLog({ level: 'warn', pretty: process.stdout.isTTY === true })
  // The server adopts this PostgreSQL, so its restarts do not wait for the start of a database.
  await using _database = databaseUrl ? undefined : await openEmbeddedPostgres({ dataDir, log })
  const pages = await servePages(localUrl, ['--port', dashboardPort])
  const watch = ['--watch', '--watch-preserve-output']
  const program = [join(import.meta.dirname, 'dev-server.ts'), `http://127.0.0.1:${dashboardPort}`]
  const server = spawn(process.execPath, [...process.execArgv, ...watch, ...program], { stdio: 'inherit' })
  const stop = () => {
    server.kill()
    pages.kill()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  const ended = [once(server, 'exit'), once(pages, 'exit')]
  await Promise.race(ended)
  stop()
  await Promise.all(ended)
}

const { values } = parseArgs({ options: { 'dashboard-port': { type: 'string', default: '5173' } } })
loadEnvFile()
try {
  await develop(values['dashboard-port'])
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
