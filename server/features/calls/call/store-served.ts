// The SQL that measures what has answered calls: the latency of models and vendors, and what calls have used of them.
import { type RawBuilder, sql } from 'kysely'
import type { AnswerTime } from '#server/features/catalogues/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, oneRow } from '#server/platform/database/statements.ts'

export const measuredDays = 30
const maxCalls = 500
/** The answers of each call that are read. */
const maxTurns = 100

const recentCalls = (accountId: number): RawBuilder<unknown> => sql`
  select assistant ->> 'mode' as mode, served, latency, duration_seconds from calls
  where account_id = ${accountId} and served is not null
    and created_at > app_now() - make_interval(days => ${measuredDays})
  order by created_at desc limit ${maxCalls}`

/** The median of each step that a model or a vendor of speech is responsible for. */
export function selectAnswerTimes(db: Db, accountId: number): Promise<AnswerTime[]> {
  const stepOf = (name: string) => sql`(turn ->> ${name}::text)::float`
  const lastTurn = sql.raw(String(maxTurns - 1))
  return allRows<AnswerTime>(db)`
    with recent as (${recentCalls(accountId)})
    select step.kind, step.code, round(percentile_disc(0.5) within group (order by step.ms))::int as median_ms,
      count(*)::int as answers
    from recent, jsonb_array_elements(jsonb_path_query_array(latency, '$[0 to ${lastTurn}]')) turn,
      lateral (values
        (case mode when 'pipeline' then 'llm' else 'realtime' end, served ->> 'model', ${stepOf('heardMs')}),
        ('transcriber', served ->> 'recognizer', ${stepOf('recognizedMs')}),
        ('synthesizer', served ->> 'synthesizer', ${stepOf('firstAudioMs')} - ${stepOf('firstTokenMs')})
      ) step (kind, code, ms)
    where step.code is not null and step.ms >= 0
    group by step.kind, step.code`
}

export interface CallUsage {
  calls: number
  seconds: number
  characters: number
  /** Of calls with a language model that a vendor serves. */
  modelSeconds: number
  inputTokens: number
  outputTokens: number
}

export function sumUsage(db: Db, accountId: number): Promise<CallUsage> {
  const isOfVendor = sql`mode = 'pipeline' and served ->> 'model' not like 'offline/%'`
  const used = (name: string) => sql`(served ->> ${name}::text)::float`
  const sumOf = (value: RawBuilder<unknown>, condition = sql`true`) =>
    sql`coalesce(sum(${value}) filter (where ${condition}), 0)::float`
  return oneRow<CallUsage>(db)`
    select count(*)::int as calls, ${sumOf(sql`duration_seconds`)} as seconds,
      ${sumOf(used('characters'))} as characters, ${sumOf(sql`duration_seconds`, isOfVendor)} as model_seconds,
      ${sumOf(used('inputTokens'), isOfVendor)} as input_tokens,
      ${sumOf(used('outputTokens'), isOfVendor)} as output_tokens
    from (${recentCalls(accountId)}) recent`
}
