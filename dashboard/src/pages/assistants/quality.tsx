// How an assistant and its customers take turns in calls, with what each value means.
import { useRead } from '../../api/query.ts'
import { textsOf, useFormats, useTexts } from '../../i18n/locale.tsx'
import { Select } from '../../ui/fields.tsx'
import { Empty, Loaded, Metric } from '../../ui/page.tsx'

const texts = textsOf(
  {
    periods: { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days', all: 'All calls' },
    calls: (count: string) => `Measured calls: ${count}`,
    none: 'No calls were measured in this period',
    noneText: 'After calls of this assistant, its turn-taking is shown here.',
    unknown: '–',
    of: (part: string, all: string, share: string) => `${part} of ${all} (${share})`,
    answered: 'Answered turns',
    answeredHelp: 'Whether the assistant speaks before the customer has to speak again.',
    delay: 'Time until the answer',
    delayHelp: 'The mean time from the end of the customer’s turn to the beginning of the answer.',
    yielded: 'Stopped for interruptions',
    yieldedHelp: 'Whether the assistant stops within two seconds when the customer interrupts it.',
    stop: 'Time until it stops',
    stopHelp: 'The mean time from the beginning of an interruption to silence.',
    cutIns: 'Cut in',
    cutInsHelp: 'How often the assistant begins to speak while the customer speaks.',
    perTurn: (rate: string) => `${rate} for each turn`,
    backchannels: 'Kept talking through “mm-hm”',
    backchannelsHelp: 'Whether the assistant keeps talking when the customer says something like “mm-hm”.',
    sounds: 'Kept talking through noises',
    soundsHelp: 'Whether the assistant keeps talking when it hears sounds without words.',
    selectivity: 'Selectivity',
    selectivityHelp: 'Whether the assistant keeps talking when it is not interrupted: the mean of the known rates.',
  },
  {
    periods: { '7': 'Letzte 7 Tage', '30': 'Letzte 30 Tage', '90': 'Letzte 90 Tage', all: 'Alle Anrufe' },
    calls: (count: string) => `Gemessene Anrufe: ${count}`,
    none: 'In diesem Zeitraum wurden keine Anrufe gemessen',
    noneText: 'Nach Anrufen dieses Assistenten steht hier, wie sich Assistent und Kunden abwechseln.',
    unknown: '–',
    of: (part: string, all: string, share: string) => `${part} von ${all} (${share})`,
    answered: 'Beantwortete Beiträge',
    answeredHelp: 'Ob der Assistent spricht, bevor der Kunde erneut sprechen muss.',
    delay: 'Zeit bis zur Antwort',
    delayHelp: 'Die mittlere Zeit vom Ende des Beitrags des Kunden bis zum Beginn der Antwort.',
    yielded: 'Bei Unterbrechungen aufgehört',
    yieldedHelp: 'Ob der Assistent innerhalb von zwei Sekunden aufhört, wenn der Kunde ihn unterbricht.',
    stop: 'Zeit bis zum Aufhören',
    stopHelp: 'Die mittlere Zeit vom Beginn einer Unterbrechung bis zur Stille.',
    cutIns: 'Ins Wort gefallen',
    cutInsHelp: 'Wie oft der Assistent zu sprechen beginnt, während der Kunde spricht.',
    perTurn: (rate: string) => `${rate} je Beitrag`,
    backchannels: 'Bei kurzer Zustimmung weitergesprochen',
    backchannelsHelp: 'Ob der Assistent weiterspricht, wenn der Kunde etwas wie „mhm“ sagt.',
    sounds: 'Bei Geräuschen weitergesprochen',
    soundsHelp: 'Ob der Assistent bei Sprache weiterspricht, in der keine Wörter gefunden werden.',
    selectivity: 'Trennschärfe',
    selectivityHelp:
      'Ob der Assistent weiterspricht, wenn er nicht unterbrochen wird: der Mittelwert der bekannten Anteile.',
  },
)

export const periods = ['7', '30', '90', 'all'] as const
export type Period = (typeof periods)[number]

const dayMs = 86_400_000
const firstDay = (period: Period): { date_from?: string } =>
  period === 'all' ? {} : { date_from: new Date(Date.now() - Number(period) * dayMs).toISOString().slice(0, 10) }

interface Props {
  id: number
  period: Period
  onPeriod(period: Period): void
}

export function Quality({ id, period, onPeriod }: Props) {
  const t = useTexts(texts)
  const format = useFormats()
  const query = useRead('calls', 'interaction', { id, ...firstDay(period) })
  const share = (part: number, all: number, rate: number | null): string =>
    rate === null ? t.unknown : t.of(format.number(part), format.number(all), format.percent(rate))
  const time = (ms: number | null): string => (ms === null ? t.unknown : format.milliseconds(ms))
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t.period}
        options={periods.map((each) => ({ value: each, label: t.periods[each] }))}
        value={period}
        onChange={onPeriod}
        className="w-48"
      />
      <Loaded query={query}>
        {({ calls, response, yield: yielding, cut_ins, selectivity }) => {
          if (calls === 0) return <Empty title={t.none} text={t.noneText} />
          const { backchannels, sounds } = selectivity
          const values = [
            ['answered', share(response.answered, response.turns, response.rate)],
            ['delay', time(response.mean_ms)],
            ['yielded', share(yielding.yielded, yielding.interruptions, yielding.rate)],
            ['stop', time(yielding.mean_ms)],
            [
              'cutIns',
              cut_ins.per_turn === null
                ? format.number(cut_ins.count)
                : `${format.number(cut_ins.count)} · ${t.perTurn(format.number(cut_ins.per_turn))}`,
            ],
            ['backchannels', share(backchannels.ignored, backchannels.count, backchannels.rate)],
            ['sounds', share(sounds.ignored, sounds.count, sounds.rate)],
            ['selectivity', selectivity.rate === null ? t.unknown : format.percent(selectivity.rate)],
          ] as const
          return (
            <>
              <p className="text-soft">{t.calls(format.number(calls))}</p>
              <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
                {values.map(([name, value]) => (
                  <Metric key={name} name={t[name]} value={value} detail={t[`${name}Help`]} />
                ))}
              </div>
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
