// How an assistant and its customers take turns in calls, with what each value means.
import { useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Select } from '../../ui/fields.tsx'
import { Empty, Loaded, Metric } from '../../ui/page.tsx'

const texts = textsOf('assistants', 'quality')

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
