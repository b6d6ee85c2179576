// Runs benchmarks: `npm run bench -- NAME --OPTION VALUE`.
import { type Bench, readParameters, usageOf } from './shared/bench.ts'
import { Stopped } from './shared/progress.ts'

/** Loaded only when it runs. */
const benches: Record<string, () => Promise<{ bench: unknown }>> = {
  http: () => import('./requests/requests.ts'),
  start: () => import('./start.ts'),
  messages: () => import('./messages/messages.ts'),
  voice: async () => ({ bench: (await import('./calls/calls.ts')).voiceBench }),
  realtime: async () => ({ bench: (await import('./calls/calls.ts')).realtimeBench }),
  lab: () => import('./lab.ts'),
  hearing: () => import('./hearing/hearing.ts'),
  knowledge: () => import('./knowledge/knowledge.ts'),
  campaigns: () => import('./campaigns/campaigns.ts'),
  automations: () => import('./automations/automations.ts'),
  ledger: () => import('./ledger.ts'),
  inbox: () => import('./inbox.ts'),
  events: () => import('./events.ts'),
  soak: () => import('./soak/soak.ts'),
}

const load = async (name: string): Promise<Bench> => (await benches[name]!()).bench as Bench

async function usage(): Promise<string> {
  const all = await Promise.all(Object.keys(benches).map(async (name) => usageOf(name, await load(name))))
  return [
    'Usage: npm run bench -- NAME --OPTION VALUE. Without a name, http runs.',
    ...all,
    '--short runs any of them with small values, to see that it works.',
    'DATABASE_URL must name an empty database. By default, a temporary embedded PostgreSQL is used.',
  ].join('\n')
}

const [first, ...rest] = process.argv.slice(2)
const isNamed = first !== undefined && !first.startsWith('-')
const [name, args] = isNamed ? [first, rest] : ['http', process.argv.slice(2)]
let run: (() => Promise<void>) | undefined
try {
  if (!Object.hasOwn(benches, name)) throw new Error(`There is no benchmark ${name}.`)
  const bench = await load(name)
  const parameters = readParameters(bench, args)
  run = () => bench.run(parameters)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${await usage()}\n`)
  process.exitCode = 2
}
try {
  await run?.()
} catch (error) {
  if (!(error instanceof Stopped)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 130
}
