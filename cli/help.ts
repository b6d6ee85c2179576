// Help texts of the command line.
const overview = `Parley: AI assistants that call, chat and message.

Usage: parley COMMAND [options]

  serve [--roles ROLES]            Run the server.
  account create --email E --name N
                                   Create an account.
  account credit ID USD            Credit an account.
  account limits ID                Show or change the limits for its outgoing calls.
  call explain ID                  Show what happened in a call and why it ended.
  demo                             Create the demo account and show its API key.
  lab [FILE …]                     Run scripted calls in virtual time and check them.
  member create ACCOUNT --email E --name N
                                   Add a member to an account, with a link to sign in.
  member link EMAIL                Create a link to set a new password.
  number assign ACCOUNT NUMBER     Assign a phone number of the installation's carrier account.
  sender assign ACCOUNT NUMBER     Assign a chat-app number of the installation's carrier account.
  voices [list]|add|remove [NAME]  Manage the voice packs of this machine.
  doctor                           Check the installation.
  jobs list|retry|delete [ID …]    Manage failed jobs.
  api [AREA.NAME] [--FIELD VALUE …]
                                   Call an endpoint of the API, or list all endpoints.
  sandbox                          Run the sandbox carrier, with virtual phones.
  help [COMMAND]                   Show the options of a command.

Settings are read from the environment and from the file .env. See .env.example.
`

const json = '  --json             Print the result as one line of JSON.'

const commandHelp: Record<string, string> = {
  serve: `Usage: parley serve [options]

Runs the server until it is stopped.

  --roles ROLES      Comma-separated: api, worker, voice. Default: PARLEY_ROLES, or all
`,
  account: `Usage: parley account create --email E --name N [options]

Creates an account. Its API key is shown only once.

  --email E          Email address, required
  --name N           Name, required
  --kind KIND        direct (shows minutes) or tenant (shows credits). Default: direct
  --balance USD      Opening balance, such as 25 or 0.50. Default: 0
  --time-zone Z      IANA time zone, such as Europe/Vienna. Default: UTC
  --country C        Two capital letters. Default: US
${json}

Usage: parley account credit ID USD [options]

Changes the balance of an account. The account sees the change as a transaction. An adjustment can be negative, but
leaves the amounts on hold.

  --kind KIND        top-up or adjustment. Default: top-up
  --reference NAME   Such as the number of an invoice. A reference is booked only once.
  --note TEXT        Why
  --by NAME          Who changes the balance. Default: operator
${json}

Usage: parley account limits ID [options]

Shows the limits for the outgoing calls of an account, after changing those that are given. The value default restores
the default.

  --countries LIST                Countries that may be called, such as US,CA. Default: the country of the account
  --concurrent-calls N            Calls at the same time
  --calls-per-minute N            Calls per minute
  --calls-per-hour-to-number N    Calls per hour to the same phone number
  --calls-per-hour-to-prefix N    Calls per hour to phone numbers that differ only in their last four digits
  --spend-per-hour USD            US dollars per hour
  --spend-per-day USD             US dollars per day
${json}
`,
  call: `Usage: parley call explain ID [options]

Shows the timeline of a call, its latency, turn-taking and cost, and why it ended.

  --states           Show the states of turn-taking in the timeline
  --base-url URL     Address of the server. Default: PARLEY_URL, or the local server
  --api-key KEY      API key of the account. Default: PARLEY_API_KEY
${json}
`,
  demo: `Usage: parley demo [options]

Creates the demo account if it does not exist, and shows its API key.

${json}
`,
  lab: `Usage: parley lab [FILE …] [options]
       parley lab --simulate FILE …
       parley lab --from CALL_ID

Runs scenarios in virtual time and reports the first unmet expectation of each. Without files, the scenarios that come
with Parley run. The exit code is 1 if a scenario fails, and 2 if a file is not valid. See docs/lab.md.

  --out FOLDER       Write a stereo recording (.wav) and a drawn timeline (.svg) of each run.
  --simulate         A language model plays the customer, and the evaluation of the file scores the call.
  --from CALL_ID     Print a scenario that repeats a real call of the account.
  --base-url URL     Address of the server, for --from. Default: PARLEY_URL, or the local server
  --api-key KEY      API key of the account, for --from. Default: PARLEY_API_KEY
${json}
`,
  member: `Usage: parley member create ACCOUNT --email E --name N [options]

Adds a member to an account, and prints a link that signs in once.

  --email E          Email address, required
  --name N           Name, required
  --role ROLE        owner, editor, agent or viewer. Default: owner
  --operator         May enter every account of the installation
  --existing         A user with this email may exist. Removes the user's password, authenticator app and sessions
${json}

Usage: parley member link EMAIL [options]

Prints a link with which the user sets a new password.

${json}

Usage: parley member reset EMAIL [options]

Removes the password, the authenticator app and all sessions of a user, and prints a link that signs in once.

${json}

Usage: parley member operator EMAIL on|off [options]

Makes a user an operator of the installation, or takes this away, and ends the sessions of the user.

${json}
`,
  number: `Usage: parley number assign ACCOUNT NUMBER [options]

Assigns a phone number of the installation's carrier account to an account, and sets its webhook.

${json}
`,
  sender: `Usage: parley sender assign ACCOUNT NUMBER [options]

Assigns a number of the installation's carrier account to an account.

  --name N           Display name that customers see
  --template SID     Template to assign as well, can be repeated
${json}
`,
  voices: `Usage: parley voices [list] [options]
       parley voices add NAME|FILE|URL [options]
       parley voices remove NAME [options]

Lists, adds and removes packs of voices and speech recognizers for this machine. A pack is downloaded only by this
command or in the dashboard; a download that was interrupted resumes. See docs/voices.md.

  --yes              Accept the license without a question
${json}
`,
  doctor: `Usage: parley doctor [options]

Checks the installation. The exit code is 1 if a check fails.

${json}
`,
  jobs: `Usage: parley jobs list [options]
       parley jobs retry ID … [options]
       parley jobs delete ID … [options]

Lists the latest 1,000 failed jobs with their errors, retries them with all their attempts, or deletes them.

  --all              Retry or delete all failed jobs.
${json}
`,
  sandbox: `Usage: parley sandbox [options]

Runs the sandbox carrier until it is stopped. It implements Twilio's messaging and voice APIs, with virtual phones
that speak English.

  --port PORT         Port on the loopback interface, 0 for any. Default: SANDBOX_PORT, or 8099
  --inbound-url URL   Receives inbound messages of senders without their own webhook.
  --voice-url URL     Receives inbound calls of numbers without their own webhook.
  --account-sid SID   Account SID. Default: the one of the documentation
  --auth-token TOKEN  Auth token of the account
  --tunnel HOST=URL   Sends webhooks and media streams for a public host to a local server. Repeatable
  --state FOLDER      Keeps the state across restarts.
${json}
`,
}

/** Returns the requested help text, if any; `parley api` has its own. */
export function requestedHelp([name = 'help', ...rest]: readonly string[]): string | undefined {
  if (isHelp(name) || (name === 'help' && (rest[0] === undefined || isHelp(rest[0])))) return overview
  const command = name === 'help' ? rest[0]! : rest.some(isHelp) ? name : undefined
  return command !== undefined && Object.hasOwn(commandHelp, command) ? commandHelp[command] : undefined
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h'
