// What a model or a vendor costs and how fast it is, beside its choice.
import { ExternalLink } from 'lucide-react'
import { type ReplyFrom, useRead } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'

const texts = textsOf('assistant-editor', 'choiceMetrics')

type Metrics = ReplyFrom<'catalogues', 'choiceMetrics'>['data'][number]
export type ChoiceKind = Metrics['kind']

function useMetrics() {
  const { data } = useRead('catalogues', 'choiceMetrics')
  return {
    data,
    find: (kind: ChoiceKind, id: number | null) => data?.data.find((each) => each.kind === kind && each.id === id),
  }
}

interface TextOptions {
  /** Without the number of answers, and without a price that is not one of a minute. */
  isShort?: boolean
}

/** Returns a function that writes the metrics of a choice in one line. */
export function useMetricsText(): (kind: ChoiceKind, id: number | null, options?: TextOptions) => string | undefined {
  const t = useTexts(texts)
  const format = useFormats()
  const { find } = useMetrics()
  const priceOf = ({ minute_usd, list_price: price }: Metrics, isShort: boolean) => {
    if (price?.unit === 'minute') return t.minute(format.exactMoney(price.input_usd))
    if (minute_usd !== null) return t.aboutMinute(format.exactMoney(minute_usd))
    if (!price || isShort) return undefined
    return t[price.unit](format.exactMoney(price.input_usd), format.exactMoney(price.output_usd ?? 0))
  }
  const timeOf = (ms: number) => (ms < 100 ? format.milliseconds(ms) : format.seconds(Math.round(ms / 100) / 10))
  return (kind, id, { isShort = false } = {}) => {
    const metrics = find(kind, id)
    if (!metrics) return undefined
    const { latency } = metrics
    const time = latency && t[kind](timeOf(latency.median_ms))
    const line = [priceOf(metrics, isShort), time].filter(Boolean).join(' · ')
    return latency && !isShort ? `${line} (${format.count(t.answers, latency.answers)})` : line
  }
}

/** Where the figures of the chosen one come from, and what Parley charges. */
export function MetricsNote({ kind, id }: { kind: ChoiceKind; id: number | null }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { data, find } = useMetrics()
  const metrics = find(kind, id)
  const line = useMetricsText()(kind, id)
  if (!data) return null
  const price = metrics?.list_price
  const isOfModel = kind === 'llm' || kind === 'realtime'
  return (
    <div className="max-w-2xl text-sm text-soft">
      {line && <p className="first-letter:uppercase">{line}</p>}
      {price && (
        <p>
          <a href={price.source} target="_blank" rel="noreferrer" className="text-accent underline">
            {t.listPrice(price.product, format.dateOfDay(price.as_of))}
            <ExternalLink aria-hidden size={13} className="ms-1 inline" />
          </a>
          {metrics.minute_usd !== null && price.unit !== 'minute' && t.withUsage}
        </p>
      )}
      {metrics?.latency && <p>{t.measured(data.measured_days)}</p>}
      {isOfModel && data.call_minute_usd > 0 && <p>{t.parley(format.exactMoney(data.call_minute_usd))}</p>}
    </div>
  )
}
