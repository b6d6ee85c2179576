// Opens the application context for one command, whether or not a server is running.
import { createAppContext, type OpenAppContext } from '../app-context.ts'
import { type Config, loadEnvFile, readConfig } from '../config.ts'
import { createLog } from '../platform/observability/log.ts'
import { startErrorMessage } from '../startup/start-error.ts'

export async function withAppContext<T>(work: (open: OpenAppContext, config: Config) => Promise<T>): Promise<T> {
  loadEnvFile()
  const config = readConfig()
  // Standard output is reserved for the result of the command.
  const log = createLog({ level: 'warn', pretty: false, destination: process.stderr })
  await using open = await createAppContext(config, { log }).catch((error: unknown) => {
    throw new Error(`The command could not start: ${startErrorMessage(error, config)}`, { cause: error })
  })
  return await work(open, config)
}
