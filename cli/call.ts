// `parley call explain`: prints the timeline of a call and why it ended.
import { parseArgs } from 'node:util'
import type { contract, ReplyOf } from '#sdk/index.ts'
import { describeInteraction } from '#server/lab/describe-interaction.ts'
import { clientOptions, withClient } from './client.ts'
import { print, UsageError } from './command.ts'

const usage = 'Usage: parley call explain ID [--states]'

export async function call([action, ...rest]: string[]): Promise<number> {
  if (action !== 'explain') throw new UsageError(usage)
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      ...clientOptions,
      json: { type: 'boolean', default: false },
      states: { type: 'boolean', default: false },
    },
  })
  const [id = ''] = positionals
  if (positionals.length !== 1 || !/^[1-9]\d{0,14}$/.test(id)) throw new UsageError(usage)
  const explanation = await withClient(values, (client) => client.calls.explain({ id: Number(id) }))
  print(values.json, explanation, textOf(explanation, { withStates: values.states }))
  return 0
}

type Explanation = ReplyOf<typeof contract.calls.explain>

/** @param withStates Adds the states of turn-taking to the timeline. */
export function textOf(explanation: Explanation, { withStates = false } = {}): string {
  const { summary, timeline, states } = explanation
  const events = [...timeline, ...(withStates ? states.map(eventOf) : [])].sort((a, b) => a.offset_ms - b.offset_ms)
  const lines = events.map(({ offset_ms: ms, text }) => `${(ms / 1000).toFixed(3).padStart(9)}  ${text}`)
  return `${[summary, '', ...lines, '', ...resultOf(explanation)].join('\n')}\n`
}

const eventOf = ({ offset_ms, customer, interruption }: Explanation['states'][number]) => ({
  offset_ms,
  text: `  state: ${customer}${interruption === 'none' ? '' : `, interruption ${interruption}`}`,
})

function resultOf({ ended_reason: reason, latency, interaction, cost }: Explanation): string[] {
  if (reason === null) return ['Latency, turn-taking and cost are known when the call has ended.']
  const { first_audio_sent_ms: sent, heard_ms: heard, retrieval_ms: retrieval, turns } = latency
  const turnsText = turns.length === 1 ? '1 turn' : `${turns.length} turns`
  const metrics = [
    ...(heard ? [`Until the customer heard an answer: ${percentiles(heard)}, ${turnsText}.`] : []),
    ...(sent && !heard ? [`Until an answer was sent to the customer: ${percentiles(sent)}, ${turnsText}.`] : []),
    ...(sent || heard ? [] : ['The call has no turns.']),
    ...(retrieval ? [`Search of the documents: ${percentiles(retrieval)}.`] : []),
    ...(interaction ? [describeInteraction(sumsOf(interaction))] : []),
  ]
  const perMinute = cost.price_per_minute + cost.carrier_price_per_minute
  const costLine = `Cost: ${cost.total_cost} USD for ${cost.seconds} s at ${perMinute.toFixed(4)} USD per minute.`
  return [...metrics, costLine]
}

function sumsOf({ response, yield: yields, cut_ins, selectivity }: NonNullable<Explanation['interaction']>) {
  const { backchannels, sounds, asides } = selectivity
  return {
    turns: response.turns,
    answered: response.answered,
    responseMs: (response.mean_ms ?? 0) * response.answered,
    interruptions: yields.interruptions,
    yielded: yields.yielded,
    yieldMs: (yields.mean_ms ?? 0) * yields.yielded,
    cutIns: cut_ins.count,
    backchannels: backchannels.count,
    backchannelsIgnored: backchannels.ignored,
    sounds: sounds.count,
    soundsIgnored: sounds.ignored,
    asides: asides.count,
    asidesIgnored: asides.ignored,
  }
}

const percentiles = ({ p50, p90, p99 }: { p50: number; p90: number; p99: number }): string =>
  `p50 ${p50} ms, p90 ${p90} ms, p99 ${p99} ms`
