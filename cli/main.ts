// Runs the commands of the command line.
import { clientSettings, loadEnvFile } from '#server/config.ts'
import { account } from './account.ts'
import { runApi } from './api.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { requestedHelp } from './help.ts'
import { jobs } from './jobs.ts'
import { sandbox } from './sandbox.ts'
import { sender } from './sender.ts'
import { serveCommand } from './serve.ts'
import { UsageError } from './usage-error.ts'

const commands: Record<string, (args: string[]) => Promise<number>> = {
  serve: serveCommand,
  account,
  demo,
  doctor,
  jobs,
  sender,
  sandbox,
  api,
}

function api(args: string[]): Promise<number> {
  loadEnvFile()
  return runApi(args, {
    ...clientSettings(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
}

export async function main(argv: string[]): Promise<number> {
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
