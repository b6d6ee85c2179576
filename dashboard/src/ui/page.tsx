// The parts of pages: heads, cards, buttons and notices, and what they show instead of records.
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft, BadgeCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps, ProgressBar } from 'react-aria-components'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { classes } from './classes.ts'
import { useReason } from './reason.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'
type Size = 'small' | 'normal'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  plain: 'bg-raised text-ink border-line shadow-xs hover:bg-sunken hover:border-strong-line/60',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-raised text-bad border-line shadow-xs hover:bg-bad-soft hover:border-bad/50',
}

const sizes: Record<Size, string> = {
  small: 'min-h-7 px-2 text-sm gap-1.5 rounded-md',
  normal: 'min-h-9 px-3.5 gap-2 rounded-lg',
}

const classesOf = (look: Look, size: Size, className?: string): string =>
  classes(
    'inline-flex items-center justify-center border font-medium whitespace-nowrap cursor-pointer select-none',
    'disabled:opacity-50 disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:cursor-not-allowed',
    looks[look],
    sizes[size],
    className,
  )

interface Icon {
  icon?: LucideIcon
  iconSize?: number
  iconClass?: string
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'>, Icon {
  look?: Look
  size?: Size
  className?: string
  /** Follows the icon. */
  children?: ReactNode
}

/** While `isPending`, it stays focusable and says so to screen readers. */
export const Button = ({
  look = 'plain',
  size = 'normal',
  icon: Icon,
  iconSize = size === 'small' ? 15 : 16,
  iconClass = '',
  className,
  children,
  ...props
}: ButtonProps) => (
  <AriaButton {...props} className={classesOf(look, size, className)}>
    {Icon && <Icon aria-hidden size={iconSize} className={iconClass} />}
    {children}
  </AriaButton>
)

/** A button with an icon only. The label is its name. */
export const IconButton = ({ label, className, ...props }: ButtonProps & { label: string }) => (
  <Button
    look="quiet"
    iconSize={16}
    {...props}
    aria-label={label}
    className={classes(props.size === 'small' ? 'w-7 !px-0' : 'w-9 !px-0', className)}
  />
)

export const LinkButton = ({
  look = 'plain',
  size = 'normal',
  className,
  ...props
}: LinkProps & { look?: Look; size?: Size; className?: string }) => (
  <Link {...props} className={classesOf(look, size, className)} />
)

export interface PageProps {
  title: string
  /** The list that the record of the page is part of. */
  back?: { to: LinkProps['to']; label: string }
  /** Beside the title. */
  badge?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** The content takes the height of the window and scrolls by itself. */
  isFull?: boolean
  /** The content takes the whole window, and only screen readers get the title. */
  isFlush?: boolean
}

export function Page({ title, back, badge, text, actions, children, isFull = false, isFlush = false }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Parley`
  }, [title])
  if (isFlush)
    return (
      <div className="flex h-full min-h-0 flex-col">
        <h1 className="sr-only">{title}</h1>
        {children}
      </div>
    )
  return (
    <div
      className={classes(
        'mx-auto flex w-full flex-col gap-5 p-4 sm:p-6',
        isFull ? 'h-full min-h-0 max-w-none' : 'max-w-7xl',
      )}
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_9rem] sm:basis-72">
          {back && (
            <Link to={back.to} className="inline-flex items-center gap-1 py-0.5 text-sm text-accent hover:underline">
              <ArrowLeft aria-hidden size={15} className="rtl:rotate-180" />
              {back.label}
            </Link>
          )}
          <h1 className="flex flex-wrap items-center gap-2.5 text-2xl font-semibold tracking-tight">
            <span className="min-w-0 break-words">{title}</span>
            {badge}
          </h1>
          {text !== undefined && <p className="text-soft">{text}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export interface CardProps {
  title?: string
  actions?: ReactNode
  children: ReactNode
  className?: string
  /** Without padding, for tables. */
  isFlush?: boolean
  /** Takes the rest of the height of the page; the content scrolls by itself. */
  isFull?: boolean
}

const full = 'flex min-h-0 grow flex-col'

export const Card = ({ title, actions, children, className, isFlush = false, isFull = false }: CardProps) => (
  <section
    aria-label={title}
    className={classes('min-w-0 rounded-xl border bg-card', isFlush && 'overflow-clip', isFull && full, className)}
  >
    {title !== undefined && (
      <header className="flex min-h-12 items-center gap-2 border-b px-4 py-1.5">
        <h2 className="min-w-0 grow font-semibold break-words">{title}</h2>
        {actions}
      </header>
    )}
    <div className={classes(!isFlush && 'p-4', isFull && full)}>{children}</div>
  </section>
)

/** A value with its name, and a sentence below it. */
export const Metric = ({ name, value, detail }: { name: string; value: ReactNode; detail?: ReactNode }) => (
  <div className="min-w-0 rounded-xl border bg-card px-4 py-3">
    <p className="text-sm text-soft">{name}</p>
    <p className="truncate text-2xl font-semibold tabular-nums">{value}</p>
    {detail !== undefined && <p className="text-sm text-soft">{detail}</p>}
  </div>
)

const texts = textsOf('app', 'page')

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
  const reason = useReason(error)
  return (
    <div role="alert" className="grid justify-items-center gap-3 p-8 text-center">
      <OctagonAlert aria-hidden className="text-bad" />
      <p>
        {t.failed} <span className="block text-soft">{reason}</span>
      </p>
      {onRetry && <Button onPress={onRetry}>{t.retry}</Button>}
    </div>
  )
}

/** Says what will be here, and offers the step that leads to it. */
export const Empty = ({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon?: LucideIcon
  title: string
  text?: ReactNode
  children?: ReactNode
}) => (
  <div className="grid justify-items-center gap-2 p-10 text-center">
    {Icon && (
      <span className="text-soft">
        <Icon aria-hidden />
      </span>
    )}
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
