// What the command line says of itself: all commands, or one with its options.

const helpOfAll = `Parley: assistants that call, chat and message.

  parley serve [--roles api,worker,voice]      serve until stopped
  parley account create --email E --name N [--kind direct|tenant] [--balance USD] [--time-zone Z] [--country C] [--json]
  parley account credit ID USD [--json]        put money on an account
  parley demo [--json]                         make the demonstration account, once, and tell its key
  parley sender assign ACCOUNT NUMBER [--name N] [--template SID …] [--json]
                                               give an account a number of the installation's carrier
  parley doctor [--json]                       look whether everything is in order
  parley jobs list|retry|delete [ID …] [--all] [--json]
                                               look at jobs that were given up, try them again or delete them
  parley api [AREA.NAME] [--FIELD VALUE …]     call any endpoint; alone it lists them all
  parley sandbox [--port 8099] [--inbound-url URL] [--state FOLDER] [--json]
                                               a carrier to try things on, with virtual phones
  parley help [COMMAND]                        one command with its options, as parley COMMAND --help

Settings come from the environment or a file .env; .env.example lists them.
`

const json = '  --json             answer in one line of JSON'

const helpOfOne: Record<string, string> = {
  serve: `parley serve: serve until stopped.

  --roles ROLES      api, worker, voice, separated by commas; else PARLEY_ROLES, else all of them
`,
  account: `parley account create: open an account; its first key is shown this once.

  --email E          required
  --name N           required
  --kind KIND        direct (sees minutes) or tenant (sees credits); default direct
  --balance USD      to begin with, such as 25 or 0.50; default 0
  --time-zone Z      such as Europe/Vienna; default UTC
  --country C        two capital letters; default US
${json}

parley account credit ID USD: put money on an account.

  --ref NAME         names the payment: under one name it is booked once
${json}
`,
  demo: `parley demo: make the demonstration account, once, and tell its key.

${json}
`,
  sender: `parley sender assign ACCOUNT NUMBER: give an account a number of the installation's carrier.

  --name N           what customers see
  --template SID     of the carrier, given to the account too; may be repeated
${json}
`,
  doctor: `parley doctor: look whether everything is in order; exit code 1 when something is not.

${json}
`,
  jobs: `parley jobs list: the jobs that were given up, the latest thousand, with their reasons.

${json}

parley jobs retry ID …: try these again, with all their attempts.
parley jobs delete ID …: delete these; their work is never done.

  --all              every job that was given up
${json}
`,
  sandbox: `parley sandbox: a carrier to try things on, with virtual phones, until stopped. It speaks Twilio's messaging protocol.

  --port PORT        where it listens on loopback, 0 for any; else SANDBOX_PORT, else 8099
  --inbound-url URL  is told what the phones write to senders without a webhook of their own
  --account-sid SID  the account; default the one that every start prints
  --auth-token TOKEN its auth token
  --state FOLDER     keeps what it knows; without one it begins anew each time
${json}
`,
}

/** What is asked for, if that is help; of `api` the endpoints' contract has it. */
export function helpAskedFor([name = 'help', ...rest]: readonly string[]): string | undefined {
  if (isHelp(name) || (name === 'help' && (rest[0] === undefined || isHelp(rest[0])))) return helpOfAll
  const command = name === 'help' ? rest[0]! : rest.some(isHelp) ? name : undefined
  return command !== undefined && Object.hasOwn(helpOfOne, command) ? helpOfOne[command] : undefined
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h'
