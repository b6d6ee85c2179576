// Runs the commands of the command line.
import { parseArgs } from 'node:util'
import { runCommand } from '@parley/carrier-sandbox/command'
import { clientSettings, loadEnvFile, sandboxPort } from '#server/config.ts'
import { serve } from '#server/main.ts'
import { account } from './account.ts'
import { runApi } from './api.ts'
import { call } from './call.ts'
import { UsageError } from './command.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { requestedHelp } from './help.ts'
import { jobs } from './jobs.ts'
import { lab } from './lab.ts'
import { number } from './number.ts'
import { sender } from './sender.ts'

const commands: Record<string, (args: string[]) => Promise<number>> = {
  account,
  call,
  demo,
  doctor,
  jobs,
  lab,
  number,
  sender,
  serve(args) {
    const { values } = parseArgs({ args, options: { roles: { type: 'string' } } })
    return serve(values.roles === undefined ? {} : { PARLEY_ROLES: values.roles })
  },
  async sandbox(args) {
    await runCommand(args, () => {
      loadEnvFile()
      return sandboxPort()
    })
    return 0
  },
  api(args) {
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
