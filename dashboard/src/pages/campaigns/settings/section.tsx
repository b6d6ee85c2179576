// A part of the settings that opens and closes, with a summary of its values; a refused value opens it.
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'

export interface SectionProps {
  title: string
  summary: ReactNode
  isOpenFirst?: boolean
  hasError: boolean
  children: ReactNode
}

export function Section({ title, summary, isOpenFirst = false, hasError, children }: SectionProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  useEffect(() => {
    if (hasError) setOpen(true)
  }, [hasError])
  return (
    <Disclosure isExpanded={isOpen} onExpandedChange={setOpen} className="group border-b last:border-b-0">
      <Heading level={3}>
        <AriaButton
          slot="trigger"
          className="flex w-full cursor-pointer items-center gap-3 px-4 py-3 text-start outline-offset-[-2px] hover:bg-sunken"
        >
          <ChevronDown
            aria-hidden
            size={16}
            className="shrink-0 -rotate-90 rtl:rotate-90 group-data-[expanded]:rotate-0 motion-safe:transition-transform"
          />
          <span className="shrink-0 font-medium">{title}</span>
          <span className="min-w-0 grow truncate text-end text-sm text-soft">{summary}</span>
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <div className="flex flex-col gap-4 px-4 pt-1 pb-5">{children}</div>
      </DisclosurePanel>
    </Disclosure>
  )
}
