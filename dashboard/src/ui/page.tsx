// The parts of a page: its head, cards, metrics and tabs.
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Tabs as AriaTabs, type Key, Tab, TabList, TabPanel } from 'react-aria-components'
import { classes } from './classes.ts'

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
}

export const Card = ({ title, actions, children, className, isFlush = false }: CardProps) => (
  <section aria-label={title} className={classes('min-w-0 rounded-xl border bg-card', className)}>
    {title !== undefined && (
      <header className="flex min-h-12 items-center gap-2 border-b px-4 py-1.5">
        <h2 className="min-w-0 grow font-semibold break-words">{title}</h2>
        {actions}
      </header>
    )}
    <div className={isFlush ? '' : 'p-4'}>{children}</div>
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

export interface TabOf<K extends string> {
  id: K
  label: string
  content: ReactNode
  /** False leaves the tab out. */
  isShown?: boolean
}

export interface TabsProps<K extends string> {
  label: string
  tabs: readonly TabOf<K>[]
  /** Another text than one of the tabs, such as from an address, selects the first one. */
  selected?: string | undefined
  onSelect?(id: K): void
}

export function Tabs<K extends string>({ label, tabs: all, selected: wanted, onSelect }: TabsProps<K>) {
  const tabs = all.filter(({ isShown }) => isShown !== false)
  const selected = (tabs.find(({ id }) => id === wanted) ?? tabs[0]!).id
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected
  useEffect(() => showSelected(list.current!), [selected])
  return (
    <AriaTabs
      {...(onSelect && { selectedKey: selected })}
      onSelectionChange={(key: Key) => key !== selected && onSelect?.(key as K)}
      className="flex min-h-0 flex-col gap-4 outline-none"
    >
      <TabList ref={list} aria-label={label} className="flex gap-1 overflow-x-auto border-b">
        {tabs.map(({ id, label: name }) => (
          <Tab
            key={id}
            id={id}
            className="-mb-px cursor-pointer whitespace-nowrap border-b-2 border-transparent px-3 py-2 text-soft outline-offset-[-2px] hover:text-ink data-[selected]:border-accent data-[selected]:font-medium data-[selected]:text-ink"
          >
            {name}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="min-h-0 outline-none">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

/** On narrow windows, the list scrolls. `scrollIntoView` would also scroll the page. */
function showSelected(list: HTMLElement): void {
  const tab = list.querySelector('[aria-selected=true]')
  if (!tab) return
  const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right
  else if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left
}

/** Names and values, one pair in each row. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 sm:gap-x-6 gap-y-1.5">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-soft">{name}</dt>
        <dd className="min-w-0 break-words">{value}</dd>
      </div>
    ))}
  </dl>
)
