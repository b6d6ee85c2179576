// Measures calls while the same process extracts, indexes and stores documents that take the most time and memory.
import { type Client, createClient } from '#sdk/client.ts'
import { prepareNumber } from '../calls/voice-account.ts'
import type { DriverOrder } from '../calls/voice-driver.ts'
import { startVoiceServer } from '../calls/voice-rounds.ts'
import { latenessOf, type VoiceSamples } from '../calls/voice-samples.ts'
import { startChild } from '../shared/child.ts'
import { percentiles } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { tableOf } from '../shared/report.ts'
import { createBenchAccounts } from '../shared/workspace.ts'
import { createTextGenerator, type HostileFile, makeHostileFiles } from './generated-files.ts'
import { createKnowledgebase, type KnowledgeOwner, untilEnded, watchProcess } from './server.ts'

/** Documents of one account are processed one after the other. */
const uploaders = 2

export async function benchCallsDuringIngestion(
  { workspace }: KnowledgeOwner,
  { calls, seconds, fileSize }: { calls: number; seconds: number; fileSize: number },
): Promise<string> {
  const { number } = await prepareNumber(workspace)
  const accounts = await createBenchAccounts(workspace, uploaders)
  progress('making hostile files')
  const files = await makeHostileFiles(await createTextGenerator(3), fileSize)
  await using driver = startChild('calls/voice-driver.ts')
  const env = { DEFAULT_SPEECH: 'scripted', EMBEDDING_MODEL: 'none' }
  await using parley = await startVoiceServer(workspace, env)
  const target = { parley: { baseUrl: parley.baseUrl, number } }
  const ask = <T>(order: DriverOrder): Promise<T> => driver.ask<T>(order)
  progress(`${calls} calls`)
  await ask({ kind: 'connect', target, calls, waitMs: Math.min(5_000, seconds * 1_000) })
  const rows: (string | number)[][] = []
  const measure = async (name: string): Promise<void> => {
    const ofCalls = () => ask<VoiceSamples>({ kind: 'measure', seconds })
    const { value: samples, longestDelayMs } = await watchProcess(parley, ofCalls)
    const times = [
      ...percentiles(latenessOf(samples.media, 40), [0.5, 0.99]),
      ...percentiles(samples.endToMedia, [0.5, 0.95]),
    ]
    const counts = [samples.gaps, samples.missed, samples.closed].map(String)
    rows.push([name, String(samples.decidedToMedia.length), ...times, ...counts, longestDelayMs])
  }
  await measure('no documents')
  progress('uploading hostile files')
  const stop = new AbortController()
  const uploading = Promise.all(
    accounts.map(({ token: apiKey }, index) => {
      const first = Math.floor((index * files.length) / uploaders)
      const rotated = [...files.slice(first), ...files.slice(0, first)]
      return processRepeatedly(createClient({ baseUrl: parley.baseUrl, apiKey }), rotated, stop.signal)
    }),
  )
  await measure('hostile documents')
  stop.abort()
  const outcomes = (await uploading).flat()
  await ask({ kind: 'hangUp' })
  const times = ['lateness p50 ms', 'p99', 'answer p50', 'p95']
  const head = [`${calls} calls`, 'answers', ...times, 'gaps', 'missed', 'closed', 'longest delay of the event loop']
  return [tableOf(head, rows), '', ...new Set(outcomes)].join('\n')
}

/** Returns a line for each document that was processed. */
async function processRepeatedly(
  client: Client,
  files: readonly HostileFile[],
  signal: AbortSignal,
): Promise<string[]> {
  const outcomes: string[] = []
  while (!signal.aborted) {
    const id = await createKnowledgebase(client, 'Hostile')
    for (const file of files) await uploadHostileFile(client, id, file)
    for (const { name, status, error } of await untilEnded(client, id, signal))
      outcomes.push(`${name}: ${status}${error === null ? '' : `: ${error}`}`)
    await client.knowledge.delete({ id })
  }
  return outcomes
}

export async function uploadHostileFile(client: Client, knowledgebaseId: number, { name, type, bytes }: HostileFile) {
  const file = new File([bytes as Uint8Array<ArrayBuffer>], `file.${type}`)
  await client.knowledge.createDocument({ knowledgebaseId, name, type, file })
}
