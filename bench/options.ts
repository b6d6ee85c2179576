// What the command line of the benches may say.
import { parseArgs } from 'node:util'

export const subjects = ['keys', 'list', 'turn'] as const
export type Subject = (typeof subjects)[number]

const benches = ['http', 'start', 'messages'] as const
type Bench = (typeof benches)[number]

export interface Options {
  /** `http`: requests beside a bare server; `start`: start times and memory; `messages`: those of the chat app. */
  bench: Bench
  /** Of one round, whole ones. */
  seconds: number
  connections: number
  only: readonly Subject[]
  /** Of `messages`: once more beside a million stored messages. */
  million: boolean
}

export const usage = `npm run bench                     requests beside a bare Fastify server that runs the same SQL
npm run bench -- start            start times and idle memory
npm run bench -- messages         sending, customers' messages and callbacks of the chat app
  --million                       and what a million stored messages change, which takes minutes
  --seconds 1                     length of one round
  --connections 10                requests at the same time
  --only keys,list,turn           a part of the requests
DATABASE_URL names a database made for it; without one an embedded PostgreSQL is started and thrown away.`

/** Throws one sentence for what it does not know. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '1' },
      connections: { type: 'string', default: '10' },
      only: { type: 'string', default: subjects.join() },
      million: { type: 'boolean', default: false },
    },
  })
  const [bench = 'http', ...more] = positionals
  if (!isBench(bench) || more.length > 0) throw new Error(`There is no bench ${positionals.join(' ')}.`)
  const only = values.only.split(',')
  for (const subject of only) {
    if (!subjects.includes(subject as Subject)) throw new Error(`--only ${subject} is none of ${subjects.join(', ')}.`)
  }
  return {
    bench,
    seconds: Math.ceil(positive('seconds', values.seconds)),
    connections: Math.ceil(positive('connections', values.connections)),
    only: only as Subject[],
    million: values.million,
  }
}

const isBench = (name: string): name is Bench => benches.includes(name as Bench)

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} ${text} is no number above 0.`)
  return value
}
