// Parses the command line of the benchmarks.
import { parseArgs } from 'node:util'

export const subjects = ['keys', 'list', 'turn'] as const
export type Subject = (typeof subjects)[number]

const knowledgeParts = ['recall', 'faqs', 'ingestion', 'latency', 'calls'] as const
type KnowledgePart = (typeof knowledgeParts)[number]

const campaignParts = ['start', 'attempts', 'parallel', 'fairness', 'imports', 'million'] as const
export type CampaignPart = (typeof campaignParts)[number]

const automationParts = ['runs', 'retries', 'parked'] as const
export type AutomationPart = (typeof automationParts)[number]

const benches = [
  'http',
  'start',
  'messages',
  'voice',
  'realtime',
  'virtual-calls',
  'spoken-calls',
  'hearing',
  'knowledge',
  'campaigns',
  'automations',
  'ledger',
  'inbox',
  'events',
  'dashboard',
  'soak',
] as const
type Bench = (typeof benches)[number]

export interface Options {
  bench: Bench
  /** The duration of one round. */
  seconds: number
  connections: number
  only: readonly Subject[]
  /** The parts of `knowledge`. */
  onlyKnowledge: readonly KnowledgePart[]
  /** The parts of `campaigns`. */
  onlyCampaigns: readonly CampaignPart[]
  /** The parts of `automations`. */
  onlyAutomations: readonly AutomationPart[]
  /** The number of parked runs in `automations`. */
  parked: number
  /** The sizes of the knowledgebases whose latency `knowledge` measures. */
  passages: readonly number[]
  /** Repeats `messages` with a million stored messages. */
  million: boolean
  /** The duration of the load of `soak`. */
  minutes: number
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
  --seconds 1                     duration of one round; 20 for voice and realtime, 5 for automations
  --connections 10                concurrent requests; 32 for automations
  --only keys,list,turn           only some of the requests
npm run bench -- virtual-calls    random calls and a long call in virtual time
npm run bench -- spoken-calls     calls with offline speech; takes minutes
npm run bench -- hearing          calls that recordings of a human speaker answer; takes minutes
npm run bench -- knowledge        knowledge search, and calls while documents are processed; takes minutes
  --only recall,faqs,ingestion,latency,calls
                                  only some of the parts
  --passages 1000,10000,100000    sizes of the knowledgebases
npm run bench -- campaigns        dialing, compared with single calls, imports, and a million leads; takes minutes
  --only start,attempts,parallel,fairness,imports,million
                                  only some of the parts
npm run bench -- automations      runs of flows, compared with their SQL, retries, and a million parked runs; takes minutes
  --only runs,retries,parked      only some of the parts
  --parked 1000000                number of parked runs
npm run bench -- ledger           usage and transactions of an account with a million entries
npm run bench -- inbox            lists and searches of 100,000 conversations; takes minutes
npm run bench -- events           event streams: memory, delivery times, the cost of events; takes two minutes
npm run bench -- dashboard        pages in Chromium: first visit, 100,000 calls, a call of two hours; takes two minutes
npm run bench -- soak             memory during mixed load, and at rest afterwards
  --minutes 30                    duration of the load
DATABASE_URL must name an empty database. By default, a temporary embedded PostgreSQL is used.`

/** One second for the others. */
const defaultSeconds: Partial<Record<Bench, string>> = { voice: '20', realtime: '20', automations: '5' }

export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      calls: { type: 'string' },
      connections: { type: 'string' },
      parked: { type: 'string', default: '1000000' },
      only: { type: 'string' },
      passages: { type: 'string', default: '1000,10000,100000' },
      minutes: { type: 'string', default: '30' },
      million: { type: 'boolean', default: false },
    },
  })
  const [bench = 'http', ...more] = positionals
  if (!isBench(bench) || more.length > 0) throw new Error(`Unknown benchmark ${positionals.join(' ')}.`)
  const onlyOf = (name: Bench): string | undefined => (bench === name ? values.only : undefined)
  return {
    bench,
    seconds: Math.ceil(positive('seconds', values.seconds ?? defaultSeconds[bench] ?? '1')),
    connections: Math.ceil(positive('connections', values.connections ?? (bench === 'automations' ? '32' : '10'))),
    only: someOf(subjects, onlyOf('http')),
    onlyKnowledge: someOf(knowledgeParts, onlyOf('knowledge')),
    onlyCampaigns: someOf(campaignParts, onlyOf('campaigns')),
    onlyAutomations: someOf(automationParts, onlyOf('automations')),
    parked: Math.ceil(positive('parked', values.parked)),
    passages: values.passages.split(',').map((text) => Math.ceil(positive('passages', text))),
    million: values.million,
    minutes: positive('minutes', values.minutes),
    calls: (values.calls ?? (bench === 'realtime' ? '100' : '100,200,250'))
      .split(',')
      .map((text) => Math.ceil(positive('calls', text))),
  }
}

const isBench = (name: string): name is Bench => benches.includes(name as Bench)

/** Returns all if no text is given. */
function someOf<T extends string>(all: readonly T[], text: string | undefined): readonly T[] {
  if (text === undefined) return all
  return text.split(',').map((name) => {
    const found = all.find((one) => one === name)
    if (!found) throw new Error(`--only must be one or more of ${all.join(', ')}, not ${name}.`)
    return found
  })
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}.`)
  return value
}
