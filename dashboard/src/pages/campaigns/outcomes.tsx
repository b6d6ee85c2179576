// Draws the outcomes of attempts: as one bar, and as a table with a bar, a number and a share for each outcome.
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textNamed } from '../../i18n/text-named.ts'
import { textsOf } from '../../i18n/texts.ts'
import { classes } from '../../ui/classes.ts'
import type { BadgeLook } from '../../ui/page.tsx'
import { type OutcomeGroup, outcomesOf } from './counts.ts'
import { wordTexts } from './words.ts'

const texts = textsOf('campaigns', 'outcomes')

const colors: Record<OutcomeGroup, string> = {
  reached: 'bg-good',
  machine: 'bg-customer',
  missed: 'bg-warn',
  faulty: 'bg-bad',
  skipped: 'bg-strong-line',
}

export const outcomeLooks: Record<OutcomeGroup, BadgeLook> = {
  reached: 'good',
  machine: 'accent',
  missed: 'warn',
  faulty: 'bad',
  skipped: 'neutral',
}

type Counts = Record<string, number>

/** The words beside or below it say the same. */
export const OutcomeBar = ({ counts, className }: { counts: Counts; className?: string }) => (
  <span aria-hidden className={classes('flex h-2.5 gap-px overflow-hidden rounded-full bg-sunken', className)}>
    {outcomesOf(counts).map(({ outcome, group, share }) => (
      <span key={outcome} className={classes('h-full min-w-0.5', colors[group])} style={{ width: `${share * 100}%` }} />
    ))}
  </span>
)

/** Such as `Person reached 3 · No answer 1`. */
export function useOutcomeText(): (counts: Counts) => string {
  const words = useTexts(wordTexts)
  const format = useFormats()
  return (counts) =>
    outcomesOf(counts)
      .map(({ outcome, count }) => `${textNamed(words.outcomes, outcome) ?? outcome} ${format.number(count)}`)
      .join(' · ')
}

export function OutcomeTable({ counts }: { counts: Counts }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const format = useFormats()
  const outcomes = outcomesOf(counts)
  if (outcomes.length === 0) return <p className="text-soft">{t.none}</p>
  const most = Math.max(...outcomes.map(({ count }) => count))
  return (
    <table className="w-full text-start">
      <caption className="sr-only">{t.label}</caption>
      <thead>
        <tr className="text-sm text-soft">
          <th scope="col" className="pb-1 text-start font-normal">
            {t.outcome}
          </th>
          <th scope="col" className="w-2/5 pb-1 max-sm:hidden">
            <span className="sr-only">{t.bar}</span>
          </th>
          <th scope="col" className="pb-1 ps-3 text-end font-normal">
            {t.attempts}
          </th>
          <th scope="col" className="pb-1 ps-3 text-end font-normal">
            {t.share}
          </th>
        </tr>
      </thead>
      <tbody>
        {outcomes.map(({ outcome, group, count, share }) => (
          <tr key={outcome} className="border-t">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal">
              <span className="flex items-center gap-2">
                <span aria-hidden className={classes('size-2.5 shrink-0 rounded-sm', colors[group])} />
                <span className="min-w-0">
                  {textNamed(words.outcomes, outcome) ?? outcome}
                  <span className="block text-xs text-soft">{words.groups[group]}</span>
                </span>
              </span>
            </th>
            <td className="max-sm:hidden">
              <span aria-hidden className="block h-3 rounded-sm bg-sunken">
                <span
                  className={classes('block h-full min-w-0.5 rounded-sm', colors[group])}
                  style={{ width: `${(count / most) * 100}%` }}
                />
              </span>
            </td>
            <td className="ps-3 text-end font-medium tabular-nums">{format.number(count)}</td>
            <td className="ps-3 text-end tabular-nums text-soft">{format.percent(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
