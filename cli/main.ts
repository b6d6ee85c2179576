// The command line: one word says what to do; standard output holds the answer alone.
import { clientSettings, loadEnvFile } from '#server/config.ts'
import { account } from './account.ts'
import { runApi } from './api.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { sandbox } from './sandbox.ts'
import { sender } from './sender.ts'
import { serveCommand } from './serve.ts'
import { UsageError } from './usage-error.ts'

const help = `Parley: assistants that call, chat and message.

  parley serve [--roles api,worker,voice]      serve until stopped
  parley account create --email E --name N [--kind direct|tenant] [--balance USD] [--time-zone Z] [--country C] [--json]
  parley account credit ID USD [--json]        put money on an account
  parley demo [--json]                         make the demonstration account, once, and tell its key
  parley sender assign ACCOUNT NUMBER [--name N] [--template SID …] [--json]
                                               give an account a number of the installation's carrier
  parley doctor [--json]                       look whether everything is in order
  parley api [AREA.NAME] [--FIELD VALUE …]     call any endpoint; alone it lists them all
  parley sandbox [--port 8099] [--inbound-url URL] [--state FOLDER] [--json]
                                               a carrier to try things on, with virtual phones
  parley help

Settings come from the environment or a file .env; .env.example lists them.
`

const commands: Record<string, (args: string[]) => Promise<number>> = {
  serve: serveCommand,
  account,
  demo,
  doctor,
  sender,
  sandbox,
  api: (args) => {
    loadEnvFile()
    return runApi(args, {
      ...clientSettings(),
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    })
  },
  async help() {
    process.stdout.write(help)
    return 0
  },
}

export async function main(argv: string[]): Promise<number> {
  const [name = 'help', ...args] = argv
  const command = commands[name === '--help' || name === '-h' ? 'help' : name]
  try {
    if (!command) throw new UsageError(`There is no command ${name}.`)
    return await command(args)
  } catch (error) {
    const usage =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true
    process.stderr.write(`${(error as Error).message}\n${usage ? 'See `parley help`.\n' : ''}`)
    return usage ? 2 : 1
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
