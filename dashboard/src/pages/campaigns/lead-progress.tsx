// Draws how many leads of a campaign are done, in progress and waiting.
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { classes } from '../../ui/classes.ts'
import { progressOf } from './counts.ts'

const texts = textsOf('campaigns', 'leadProgress')

const widthOf = (part: number, total: number) => ({ width: `${total === 0 ? 0 : (part / total) * 100}%` })

export function LeadProgress({ leads, isShort = false }: { leads: Record<string, number>; isShort?: boolean }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { total, done, inProgress, waiting, share } = progressOf(leads)
  const text = t.short(format.number(done), format.number(total))
  return (
    <div className={classes('min-w-0', isShort && 'flex items-center gap-2')}>
      <div
        role="progressbar"
        aria-label={t.label}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
        className={classes(
          'flex gap-px overflow-hidden rounded-full border border-strong-line/60 bg-sunken',
          isShort ? 'h-2 w-14 shrink-0' : 'h-3.5',
        )}
      >
        <span className="h-full bg-accent" style={widthOf(done, total)} />
        <span className="h-full bg-accent/40 motion-safe:animate-pulse" style={widthOf(inProgress, total)} />
      </div>
      {isShort ? (
        <span className="truncate text-sm tabular-nums">{text}</span>
      ) : (
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {(
            [
              [t.done, done],
              [t.inProgress, inProgress],
              [t.waiting, waiting],
            ] as const
          ).map(([name, count]) => (
            <span key={name}>
              <strong className="tabular-nums">{format.number(count)}</strong> {name}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
