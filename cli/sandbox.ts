// `parley sandbox`: runs the sandbox carrier without Parley, by default on the port of SANDBOX_PORT.
import { runCommand } from '@parley/carrier-sandbox/command'
import { loadEnvFile, sandboxPort } from '#server/config.ts'

export async function sandbox(args: string[]): Promise<number> {
  await runCommand(args, () => {
    loadEnvFile()
    return sandboxPort()
  })
  return 0
}
