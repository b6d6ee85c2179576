// Parses the command line of the benchmarks.
import { parseArgs } from 'node:util'

export const subjects = ['keys', 'list', 'turn'] as const
export type Subject = (typeof subjects)[number]

const benches = ['http', 'start', 'messages', 'voice', 'realtime', 'virtual-calls', 'spoken-calls'] as const
type Bench = (typeof benches)[number]

export interface Options {
  bench: Bench
  /** The duration of one round. */
  seconds: number
  connections: number
  only: readonly Subject[]
  /** Repeats `messages` with a million stored messages. */
  million: boolean
  /** The numbers of concurrent calls that `voice` and `realtime` measure. */
  calls: readonly number[]
}

export const usage = `npm run bench                     requests, compared with a bare Fastify server that runs the same SQL
npm run bench -- start            start time and idle memory
npm run bench -- messages         chat-app messages: sends, inbound messages and status callbacks
  --million                       repeat with a million stored messages; takes minutes
npm run bench -- voice            calls, compared with a bare WebSocket server; takes minutes
npm run bench -- realtime         calls with a realtime model, compared with a bare relay; takes a minute
  --calls 100,200,250             numbers of concurrent calls; 100 for realtime
  --seconds 1                     duration of one round; 20 for voice and realtime
  --connections 10                concurrent requests
  --only keys,list,turn           only some of the requests
npm run bench -- virtual-calls    random calls and a long call in virtual time
npm run bench -- spoken-calls     calls with offline speech; takes minutes
DATABASE_URL must name an empty database. By default, a temporary embedded PostgreSQL is used.`

export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      calls: { type: 'string' },
      connections: { type: 'string', default: '10' },
      only: { type: 'string', default: subjects.join() },
      million: { type: 'boolean', default: false },
    },
  })
  const [bench = 'http', ...more] = positionals
  if (!isBench(bench) || more.length > 0) throw new Error(`Unknown benchmark ${positionals.join(' ')}.`)
  const only = values.only.split(',')
  for (const subject of only) {
    if (!subjects.includes(subject as Subject))
      throw new Error(`--only must be one or more of ${subjects.join(', ')}, not ${subject}.`)
  }
  const isOfCalls = bench === 'voice' || bench === 'realtime'
  return {
    bench,
    seconds: Math.ceil(positive('seconds', values.seconds ?? (isOfCalls ? '20' : '1'))),
    connections: Math.ceil(positive('connections', values.connections)),
    only: only as Subject[],
    million: values.million,
    calls: (values.calls ?? (bench === 'realtime' ? '100' : '100,200,250'))
      .split(',')
      .map((text) => Math.ceil(positive('calls', text))),
  }
}

const isBench = (name: string): name is Bench => benches.includes(name as Bench)

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}.`)
  return value
}
