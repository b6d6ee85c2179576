// Runs the commands of the command line.
import { parseArgs } from 'node:util'
import { UsageError } from './command.ts'
import { requestedHelp } from './help.ts'

/** Each command loads only the modules that it needs. */
const commands: Record<string, (args: string[]) => Promise<number>> = {
  account: async (args) => (await import('./account.ts')).account(args),
  call: async (args) => (await import('./call.ts')).call(args),
  demo: async (args) => (await import('./demo.ts')).demo(args),
  doctor: async (args) => (await import('./doctor.ts')).doctor(args),
  jobs: async (args) => (await import('./jobs.ts')).jobs(args),
  lab: async (args) => (await import('./lab.ts')).lab(args),
  member: async (args) => (await import('./member.ts')).member(args),
  number: async (args) => (await import('./number.ts')).number(args),
  sender: async (args) => (await import('./sender.ts')).sender(args),
  voices: async (args) => (await import('./voices.ts')).voices(args),
  async serve(args) {
    const { values } = parseArgs({ args, options: { roles: { type: 'string' } } })
    const { serve } = await import('#server/main.ts')
    return serve(values.roles === undefined ? {} : { PARLEY_ROLES: values.roles })
  },
  async sandbox(args) {
    const { loadEnvFile, sandboxPort } = await import('#server/config.ts')
    const { runCommand } = await import('@parley/carrier-sandbox/command')
    await runCommand(args, () => {
      loadEnvFile()
      return sandboxPort()
    })
    return 0
  },
  async api(args) {
    const { clientSettings, loadEnvFile } = await import('#server/config.ts')
    const { runApi } = await import('./api.ts')
    loadEnvFile()
    return runApi(args, {
      ...clientSettings(),
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    })
  },
}

async function main(argv: string[]): Promise<number> {
  const help = requestedHelp(argv)
  if (help !== undefined) {
    process.stdout.write(help)
    return 0
  }
  // Only `api` has its own help.
  const [name = '', ...args] = argv[0] === 'help' ? [argv[1] ?? '', '--help'] : argv
  try {
    if (!Object.hasOwn(commands, name)) throw new UsageError(`Unknown command ${name}.`)
    return await commands[name]!(args)
  } catch (error) {
    const usage =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true
    process.stderr.write(`${(error as Error).message}\n${usage ? 'Run `parley help` for usage.\n' : ''}`)
    return usage ? 2 : 1
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
