// Runs a benchmark: `npm run bench`.
import { parseArgs } from 'node:util'
import { benchMessages } from './messages.ts'
import { Stopped } from './progress.ts'
import { benchRequests } from './requests.ts'
import { benchStart } from './start.ts'

const usage = `npm run bench                     requests, compared with a bare Fastify server that runs the same SQL
npm run bench -- start            start time and idle memory
npm run bench -- messages         chat-app messages: sends, inbound messages and status callbacks
  --million                       repeat with a million stored messages; takes minutes
  --seconds 1                     duration of one round
  --connections 10                concurrent requests
DATABASE_URL must name an empty database. By default, a temporary embedded PostgreSQL is used.`

const benches = { http: benchRequests, start: benchStart, messages: benchMessages }

function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '1' },
      connections: { type: 'string', default: '10' },
      million: { type: 'boolean', default: false },
    },
  })
  const [bench = 'http', ...more] = positionals
  if (!Object.hasOwn(benches, bench) || more.length > 0) throw new Error(`Unknown benchmark ${positionals.join(' ')}.`)
  const [seconds, connections] = [values.seconds, values.connections].map((text) => Math.ceil(Number(text)))
  if (!(seconds! > 0 && connections! > 0)) throw new Error('--seconds and --connections must be numbers above 0.')
  const options = { seconds: seconds!, connections: connections!, million: values.million }
  return () => benches[bench as keyof typeof benches](options)
}

let run: (() => Promise<void>) | undefined
try {
  run = readCommand()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`)
  process.exitCode = 2
}
try {
  await run?.()
} catch (error) {
  if (!(error instanceof Stopped)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 130
}
