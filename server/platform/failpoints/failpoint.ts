// Failpoints: moments before and after every persistent effect at which tests can end the process.
import { messageRequests } from '#server/ports/carrier.ts'
import type { ExternalServices } from '#server/ports/external-services.ts'
import { callRequests } from '#server/ports/voice-carrier.ts'
import { currentOrigin } from '../observability/origin.ts'

/** The calls to each carrier that have a failpoint before and after them. */
export const carrierCalls = { carrier: messageRequests, voiceCarrier: callRequests } as const

/** The calls to other external services that have a failpoint before and after them. */
export const portCalls = {
  // See `carrierCalls`.
  carriers: [],
  embedder: ['embed'],
  fetcher: ['fetch'],
  files: ['put', 'putFile', 'find', 'read', 'readRange', 'remove'],
  languageModel: ['stream'],
  mailer: ['send'],
  reranker: ['rerank'],
  vectorSearch: ['search'],
  // Opening a connection for speech has no persistent effect.
  realtimeModel: [],
  speechToText: [],
  textToSpeech: [],
  // A test of a key only reads.
  vendors: [],
  modelsFor: [],
} as const satisfies { [P in keyof ExternalServices]: readonly (keyof NonNullable<ExternalServices[P]>)[] }

/** A statement has failpoints if it writes and runs outside a transaction. */
export const coreSeams = [
  'transaction-before-commit',
  'transaction-after-commit',
  'statement-before',
  'statement-after',
  'job-begun',
  'job-done',
] as const

type CarrierCall = {
  [P in keyof typeof carrierCalls]: `${P}.${(typeof carrierCalls)[P][number]}`
}[keyof typeof carrierCalls]
type PortCall = { [P in keyof ExternalServices]: `${P}.${(typeof portCalls)[P][number]}` }[keyof ExternalServices]
export type Seam = (typeof coreSeams)[number] | `${CarrierCall | PortCall}-${'before' | 'after'}`

const seams = new Set<string>([
  ...coreSeams,
  ...Object.entries({ ...carrierCalls, ...portCalls }).flatMap(([port, calls]) =>
    calls.flatMap((call) => [`${port}.${call}-before`, `${port}.${call}-after`]),
  ),
])

/** An address as `FAILPOINT` takes it, such as `messages.sendTemplate/carrier.sendMessage-after:1`. */
export type FailpointAddress = `${string}/${Seam}:${number}`

/** A seam that the process has reached. */
export interface Hit {
  /** The operation or job that runs. */
  origin: string | undefined
  seam: Seam
  /** From 1; counted within one request or one run of a job, and within the process for everything else. */
  count: number
}

let observer: ((hit: Hit) => void) | undefined
const noOrigin = {}
const countsOfRuns = new WeakMap<object, Map<Seam, number>>()

export function failpoint(seam: Seam): void {
  if (observer === undefined) return
  const origin = currentOrigin()
  const run = origin ?? noOrigin
  const counts = countsOfRuns.get(run) ?? new Map<Seam, number>()
  countsOfRuns.set(run, counts)
  const count = (counts.get(seam) ?? 0) + 1
  counts.set(seam, count)
  observer({ origin: origin?.name, seam, count })
}

/** Must be called before the database and the external services are opened; otherwise they have no failpoints. */
export function observeFailpoints(observe: (hit: Hit) => void): void {
  observer = observe
}

export const hasFailpoints = (): boolean => observer !== undefined

/** How the process ends: killed, by a rejection that nothing handles, or by an exception that nothing catches. */
const endings = {
  kill: () => void process.kill(process.pid, 'SIGKILL'),
  reject: () => void Promise.reject(new Error('failpoint')),
  throw: () =>
    void setImmediate(() => {
      throw new Error('failpoint')
    }),
}

export interface Failpoint extends Hit {
  ending: keyof typeof endings
}

export function armFailpoint({ origin, seam, count, ending }: Failpoint): void {
  countsOfRuns.delete(noOrigin)
  observeFailpoints((hit) => {
    if (hit.seam !== seam || hit.count !== count || (origin !== undefined && hit.origin !== origin)) return
    observer = undefined
    endings[ending]()
  })
}

/** Reads `[origin/]seam:count[:ending]`; undefined if the text has another form or names an unknown seam. */
export function parseFailpoint(text: string): Failpoint | undefined {
  const [, origin, seam = '', count, ending = 'kill'] =
    /^(?:(\S+)\/)?([\w.-]+):([1-9]\d{0,8})(?::(kill|reject|throw))?$/.exec(text) ?? []
  if (!seams.has(seam)) return undefined
  return { origin, seam: seam as Seam, count: Number(count), ending: ending as keyof typeof endings }
}
