// Opens the world of the configured database for one command, beside a server or without one.

import { createAppContext, type OpenAppContext } from '../app-context.ts'
import { type Config, loadEnvFile, readConfig } from '../config.ts'
import { createLog } from '../platform/observability/log.ts'

export async function withAppContext<T>(work: (open: OpenAppContext, config: Config) => Promise<T>): Promise<T> {
  loadEnvFile()
  const config = readConfig()
  // Warnings go to standard error: standard output is the command's answer.
  const log = createLog({ level: 'warn', pretty: false, destination: process.stderr })
  await using open = await createAppContext(config, { log })
  return await work(open, config)
}
