// The faults of the failover test. Each ends when a primary should be there again.
import { setTimeout } from 'node:timers/promises'
import type { Direction, FrontConnection, Which } from '../database/front-connection.ts'
import type { TcpFront } from '../database/tcp-front.ts'
import type { ParleyProcesses } from './parley-processes.ts'
import type { PostgresPair } from './postgres-pair.ts'

export interface FaultContext {
  pair: PostgresPair
  /** Between Parley and the primary. */
  front: TcpFront
  processes: Pick<ParleyProcesses, 'count' | 'replace'>
  random: () => number
}

interface FaultKind {
  weight: number
  /** Whether a Parley process dies, whose calls end with it. */
  killsParley?: boolean
  needsDisk?: boolean
  run(context: FaultContext): Promise<void>
}

const between = ({ random }: FaultContext, min: number, max: number): number => min + random() * (max - min)
const pick = <T>({ random }: FaultContext, values: readonly T[]): T => values[Math.floor(random() * values.length)]!
const directions: readonly Direction[] = ['both', 'both', 'toServer', 'toClient']
const sessions: Record<string, Which> = {
  liveness: ({ name }) => name === 'parley liveness',
  notifications: ({ name }) => name === 'parley notifications',
  pools: ({ name }) => name !== 'parley liveness' && name !== 'parley notifications',
}

const terminate = async ({ pair }: FaultContext, condition: string): Promise<void> =>
  void (await pair.primary().query(`select pg_terminate_backend(pid) from pg_stat_activity where ${condition}`))

/** The old connections stay open in silence: their server does not exist any longer for the network. */
async function promote(context: FaultContext, existing: 'keep' | 'half-open' | 'cut'): Promise<void> {
  await context.pair.promote()
  context.front.move(context.pair.primary().target, existing)
}

/** Drops the bytes of the connections, in both directions or one. */
async function drop(context: FaultContext, which: Which): Promise<void> {
  context.front.halfOpen(which, pick(context, directions))
}

async function restart({ pair, front }: FaultContext, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  await front.refuse()
  await pair.primary().stop(signal)
  await pair.primary().start()
  await front.listen()
}

export const faultKinds = {
  'frozen primary': {
    weight: 4,
    async run(context) {
      await context.pair.primary().freeze()
      await setTimeout(between(context, 200, 4_000))
      await promote(context, 'half-open')
    },
  },
  'killed primary': {
    weight: 2,
    async run(context) {
      await context.pair.primary().kill()
      await setTimeout(between(context, 0, 2_000))
      await promote(context, 'keep')
    },
  },
  'moved address': {
    weight: 3,
    async run(context) {
      await drop(context, () => true)
      const old = context.pair.primary()
      await promote(context, 'half-open')
      await old.kill()
    },
  },
  /** As for a proxy that connects clients to the standby while the roles change, and leaves them connected to it. */
  'standby in place of the primary': {
    weight: 2,
    async run({ pair, front, ...context }) {
      front.move(pair.standby().target, 'cut')
      await setTimeout(between({ pair, front, ...context }, 500, 4_000))
      front.move(pair.primary().target, 'keep')
    },
  },
  'idle connections dropped': {
    weight: 4,
    async run(context) {
      const quiet = between(context, 200, 1_500)
      await drop(context, (connection) => connection.quietMs() >= quiet)
    },
  },
  'one kind of session dropped': {
    weight: 3,
    run: (context) => drop(context, sessions[pick(context, Object.keys(sessions))]!),
  },
  'random connections dropped': {
    weight: 2,
    async run(context) {
      const share = context.random()
      await drop(context, () => context.random() < share)
    },
  },
  'connections cut': {
    weight: 1,
    run: async (context) => context.front.cut((_: FrontConnection) => context.random() < 0.7),
  },
  'network pause': {
    weight: 2,
    async run(context) {
      context.front.freeze()
      await setTimeout(between(context, 500, 8_000))
      context.front.thaw()
    },
  },
  'slow network': {
    weight: 1,
    async run(context) {
      context.front.slow(between(context, 20, 200))
      await setTimeout(between(context, 1_000, 4_000))
      context.front.slow(0)
    },
  },
  'fast restart': { weight: 2, run: (context) => restart(context, 'SIGINT') },
  'immediate restart': { weight: 2, run: (context) => restart(context, 'SIGQUIT') },
  'read-only': {
    weight: 2,
    async run(context) {
      const primary = context.pair.primary()
      await primary.query('alter system set default_transaction_read_only = on')
      await primary.query('select pg_reload_conf()')
      await setTimeout(between(context, 1_000, 8_000))
      await primary.query('alter system reset default_transaction_read_only')
      await primary.query('select pg_reload_conf()')
    },
  },
  'disk full': {
    weight: 2,
    needsDisk: true,
    async run(context) {
      const disk = context.pair.disk()!
      await disk.fill()
      await setTimeout(between(context, 1_000, 6_000))
      await disk.free()
    },
  },
  'sessions terminated': {
    weight: 3,
    async run(context) {
      await terminate(
        context,
        pick(context, [
          "application_name = 'parley liveness'",
          "application_name = 'parley notifications'",
          "application_name like 'parley%'",
        ]),
      )
    },
  },
  'killed process': {
    weight: 2,
    killsParley: true,
    run: ({ processes, random }) => processes.replace(Math.floor(random() * processes.count)),
  },
} as const satisfies Record<string, FaultKind>

export type FaultName = keyof typeof faultKinds

export const faultOf = (name: FaultName): FaultKind => faultKinds[name]

/** The faults of one cycle: one, or sometimes two shortly after each other. */
export function chooseFaults(random: () => number, names: readonly FaultName[]): FaultName[] {
  /** Each name as often as its weight says. */
  const tickets = names.flatMap((name) => Array.from({ length: faultOf(name).weight }, () => name))
  const choose = (): FaultName => tickets[Math.floor(random() * tickets.length)]!
  const first = choose()
  if (random() >= 0.15) return [first]
  // A second promotion has no standby to promote.
  const promoting: readonly FaultName[] = ['frozen primary', 'killed primary', 'moved address']
  const second = choose()
  return promoting.includes(first) && (promoting.includes(second) || second.startsWith('standby'))
    ? [first]
    : [first, second]
}
