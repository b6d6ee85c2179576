// What a page shows instead of records: loading, an error, nothing; and notices.
import { BadgeCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProgressBar } from 'react-aria-components'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

const texts = textsOf(
  { loading: 'Loading', failed: 'This could not be loaded.' },
  { loading: 'Wird geladen', failed: 'Das konnte nicht geladen werden.' },
)

export function Loading({ className }: { className?: string }) {
  const t = useTexts(texts)
  return (
    <ProgressBar aria-label={t.loading} isIndeterminate className={classes('grid place-items-center p-8', className)}>
      <span className="size-6 motion-safe:animate-spin rounded-full border-2 border-line border-t-accent" />
    </ProgressBar>
  )
}

export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const t = useTexts(texts)
  return (
    <div role="alert" className="grid justify-items-center gap-3 p-8 text-center">
      <OctagonAlert aria-hidden className="text-bad" />
      <p>
        {t.failed} <span className="block text-soft">{error.message}</span>
      </p>
      {onRetry && <Button onPress={onRetry}>{t.retry}</Button>}
    </div>
  )
}

/** Says what will be here, and offers the step that leads to it. */
export const Empty = ({
  icon,
  title,
  text,
  children,
}: {
  icon?: ReactNode
  title: string
  text?: ReactNode
  children?: ReactNode
}) => (
  <div className="grid justify-items-center gap-2 p-10 text-center">
    {icon !== undefined && <span className="text-soft">{icon}</span>}
    <p className="font-medium">{title}</p>
    {text !== undefined && <p className="max-w-prose text-soft">{text}</p>}
    {children}
  </div>
)

interface Readable<T> {
  data: T | undefined
  error: Error | null
  refetch(): unknown
}

/** Shows the reply of a query, or why there is none yet. */
export function Loaded<T>({ query, children }: { query: Readable<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return <Loading />
}

type NoticeLook = 'info' | 'good' | 'warn' | 'bad'

const notices: Record<NoticeLook, [string, typeof Info]> = {
  info: ['bg-sunken text-ink', Info],
  good: ['bg-good-soft text-good', BadgeCheck],
  warn: ['bg-warn-soft text-warn', TriangleAlert],
  bad: ['bg-bad-soft text-bad', OctagonAlert],
}

export function Notice({ look = 'info', children }: { look?: NoticeLook; children: ReactNode }) {
  const [colors, Icon] = notices[look]
  return (
    <div role={look === 'bad' ? 'alert' : 'note'} className={classes('flex gap-2.5 rounded-lg px-3.5 py-2.5', colors)}>
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}

export type BadgeLook = 'neutral' | 'good' | 'warn' | 'bad' | 'accent'

const badges: Record<BadgeLook, string> = {
  neutral: 'bg-sunken text-soft',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
}

export const Badge = ({ look = 'neutral', children }: { look?: BadgeLook; children: ReactNode }) => (
  <span
    className={classes(
      'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
      badges[look],
    )}
  >
    {children}
  </span>
)

/** Without a share, the bar shows only that the task is running. */
export const Progress = ({ label, share }: { label: string; share?: number | undefined }) => (
  <ProgressBar
    aria-label={label}
    {...(share === undefined ? { isIndeterminate: true } : { value: share, maxValue: 1 })}
    className="block h-1.5 w-full overflow-hidden rounded-full bg-sunken"
  >
    {({ percentage }) => (
      <span
        className="block h-full rounded-full bg-accent motion-safe:transition-[width] data-[running]:w-1/3 motion-safe:data-[running]:animate-pulse"
        data-running={percentage === undefined ? '' : undefined}
        style={percentage === undefined ? {} : { width: `${percentage}%` }}
      />
    )}
  </ProgressBar>
)
