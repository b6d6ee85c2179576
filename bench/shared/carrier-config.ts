// The configuration of an installation that uses a sandbox carrier, to prepare a benchmark.
import type { SandboxCarrier } from '@parley/carrier-sandbox'
import { type Config, configFrom } from '#server/config.ts'
import type { BenchWorkspace } from './processes.ts'

export function configWithCarrier(
  workspace: BenchWorkspace,
  carrier: SandboxCarrier,
  env: Record<string, string> = {},
): Config {
  return configFrom({
    DATABASE_URL: workspace.connectionString,
    DATA_DIR: workspace.dataDir,
    PARLEY_ROLES: 'api',
    TWILIO_ACCOUNT_SID: carrier.accountSid,
    TWILIO_AUTH_TOKEN: carrier.authToken,
    TWILIO_API_BASE_URL: carrier.baseUrl,
    ...env,
  })
}
