// `parley call explain`: prints the timeline of a call and why it ended.
import { parseArgs } from 'node:util'
import type { contract, ReplyOf } from '#sdk/index.ts'
import { createClient, ParleyError } from '#sdk/index.ts'
import { clientSettings, loadEnvFile } from '#server/config.ts'
import { print, UsageError } from './command.ts'

const usage = 'Usage: parley call explain ID'

export async function call([action, ...rest]: string[]): Promise<number> {
  if (action !== 'explain') throw new UsageError(usage)
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      'base-url': { type: 'string' },
      'api-key': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const [id = ''] = positionals
  if (positionals.length !== 1 || !/^[1-9]\d{0,14}$/.test(id)) throw new UsageError(usage)
  loadEnvFile()
  const settings = clientSettings()
  const apiKey = values['api-key'] ?? settings.apiKey
  const client = createClient({ baseUrl: values['base-url'] ?? settings.baseUrl, ...(apiKey && { apiKey }) })
  try {
    const explanation = await client.calls.explain({ id: Number(id) })
    print(values.json, explanation, textOf(explanation))
    return 0
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    throw new Error(`${error.message} (${error.status})`, { cause: error })
  }
}

type Explanation = ReplyOf<typeof contract.calls.explain>

export function textOf({ summary, timeline, latency, cost }: Explanation): string {
  const lines = timeline.map(({ offset_ms: ms, text }) => `${(ms / 1000).toFixed(3).padStart(9)}  ${text}`)
  const { first_audio_sent_ms: sent, heard_ms: heard, retrieval_ms: retrieval, turns } = latency
  const metrics = [
    ...(heard ? [`Until the customer heard an answer: ${percentiles(heard)}, ${turns.length} turns.`] : []),
    ...(sent && !heard
      ? [`Until an answer was sent to the customer: ${percentiles(sent)}, ${turns.length} turns.`]
      : []),
    ...(sent || heard ? [] : ['The call has no turns.']),
    ...(retrieval ? [`Search of the documents: ${percentiles(retrieval)}.`] : []),
  ]
  const perMinute = cost.price_per_minute + cost.carrier_price_per_minute
  const costLine = `Cost: ${cost.total_cost} USD for ${cost.seconds} s at ${perMinute.toFixed(4)} USD per minute.`
  return `${[summary, '', ...lines, '', ...metrics, costLine].join('\n')}\n`
}

const percentiles = ({ p50, p90, p99 }: { p50: number; p90: number; p99: number }): string =>
  `p50 ${p50} ms, p90 ${p90} ms, p99 ${p99} ms`
