// Tabs, in a page or in a part of it.

import { type ReactNode, useEffect, useRef } from 'react'
import { Tabs as AriaTabs, type Key, Tab, TabList, TabPanel } from 'react-aria-components'

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
      <TabList
        ref={list}
        aria-label={label}
        className="flex gap-1 overflow-x-auto shadow-[inset_0_-1px_var(--line)] [scrollbar-width:thin]"
      >
        {tabs.map(({ id, label: name }) => (
          <Tab
            key={id}
            id={id}
            className="cursor-pointer whitespace-nowrap border-b-2 border-transparent px-3 py-2 text-soft outline-offset-[-2px] hover:text-ink data-[selected]:border-accent data-[selected]:font-medium data-[selected]:text-ink"
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
