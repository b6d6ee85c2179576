// Measures calls while the same process extracts, indexes and stores documents that take the most time and memory.
import { type Client, createClient } from '#sdk/client.ts'
import { prepareNumber } from '../calls/voice-account.ts'
import type { CallTarget, DriverOrder } from '../calls/voice-driver.ts'
import { startVoiceServer } from '../calls/voice-rounds.ts'
import { latenessOf, type VoiceSamples } from '../calls/voice-samples.ts'
import { percentile } from '../shared/load.ts'
import { startChild } from '../shared/processes.ts'
import { progress } from '../shared/progress.ts'
import { ms, tableOf } from '../shared/report.ts'
import { type HostileFile, makeHostileFiles } from './hostile-files.ts'
import {
  createKnowledgeAccount,
  createKnowledgebase,
  type KnowledgeAccount,
  untilEnded,
  watchProcess,
} from './server.ts'
import { createTextGenerator } from './synthetic-text.ts'

const calls = 50
const seconds = 60
/** Documents of one account are processed one after the other. */
const accounts = 2

export async function benchCallsDuringIngestion({ workspace }: KnowledgeAccount): Promise<string> {
  const { number } = await prepareNumber(workspace)
  const tokens: string[] = []
  for (let done = 0; done < accounts; done++) tokens.push((await createKnowledgeAccount(workspace)).token)
  progress('making hostile files')
  const files = await makeHostileFiles(await createTextGenerator(3))
  await using driver = startChild('calls/voice-driver.ts')
  await using carrier = startChild('messages/instant-carrier.ts')
  const carrierUrl = await carrier.ask<string>('listen')
  const env = { DEFAULT_SPEECH: 'scripted', EMBEDDING_MODEL: 'none' }
  await using parley = await startVoiceServer(workspace, carrierUrl, env)
  const target: CallTarget = {
    parley: { baseUrl: parley.baseUrl, number },
    timing: { interruptMs: undefined, endpointMs: undefined },
    interrupts: true,
  }
  const ask = <T>(order: DriverOrder): Promise<T> => driver.ask<T>(order)
  progress(`${calls} calls`)
  await ask({ kind: 'connect', target, calls })
  const rows: string[][] = []
  const measure = async (name: string): Promise<void> => {
    const watched = await watchProcess(parley)
    const samples = await ask<VoiceSamples>({ kind: 'measure', seconds })
    rows.push(rowOf(name, samples, await watched.end()))
  }
  await measure('no documents')
  progress('uploading hostile files')
  const stop = new AbortController()
  const uploading = Promise.all(
    tokens.map((apiKey, index) => {
      const first = Math.floor((index * files.length) / tokens.length)
      const rotated = [...files.slice(first), ...files.slice(0, first)]
      return processRepeatedly(createClient({ baseUrl: parley.baseUrl, apiKey }), rotated, stop.signal)
    }),
  )
  await measure('hostile documents')
  stop.abort()
  const outcomes = (await uploading).flat()
  await ask({ kind: 'hangUp' })
  const head = [
    `${calls} calls`,
    'answers',
    'lateness p50 ms',
    'p99',
    'answer p50',
    'p95',
    'gaps',
    'missed',
    'closed',
    'longest delay of the event loop',
  ]
  return [tableOf(head, rows), '', ...new Set(outcomes)].join('\n')
}

function rowOf(name: string, samples: VoiceSamples, { longestDelayMs }: { longestDelayMs: number }): string[] {
  const lateness = latenessOf(samples.media, 40)
  return [
    name,
    String(samples.decidedToMedia.length),
    ...[0.5, 0.99].map((share) => ms(percentile(lateness, share))),
    ...[0.5, 0.95].map((share) => ms(percentile(samples.endToMedia, share))),
    ...[samples.gaps, samples.missed, samples.closed].map(String),
    ms(longestDelayMs),
  ]
}

/** Returns a line for each document that was processed. */
async function processRepeatedly(
  client: Client,
  files: readonly HostileFile[],
  signal: AbortSignal,
): Promise<string[]> {
  const outcomes: string[] = []
  while (!signal.aborted) {
    const knowledgebaseId = await createKnowledgebase(client, 'Hostile')
    for (const { name, type, bytes } of files) {
      const file = new File([bytes as Uint8Array<ArrayBuffer>], `file.${type}`)
      await client.knowledge.createDocument({ knowledgebaseId, name, type, file })
    }
    for (const { name, status, error } of await untilEnded(client, knowledgebaseId, signal))
      outcomes.push(`${name}: ${status}${error === null ? '' : `: ${error}`}`)
    await client.knowledge.delete({ id: knowledgebaseId })
  }
  return outcomes
}
