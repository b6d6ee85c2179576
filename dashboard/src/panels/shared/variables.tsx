// Values for the variables of an assistant, before a call or a conversation begins.
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Disclosure, DisclosurePanel } from 'react-aria-components'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { loadOnIntent, partOf } from '../../loading/part.tsx'
import type { VariablesProps } from './variable-fields.tsx'

const texts = textsOf('panels', 'variables')

/** By assistant, so that values outlast a panel that moves from a column into a drawer. */
const kept = new Map<number, Record<string, string>>()

export function useVariableValues(assistantId: number) {
  const [values, setValues] = useState(() => kept.get(assistantId) ?? {})
  const change = (next: Record<string, string>): void => {
    kept.set(assistantId, next)
    setValues(next)
  }
  return [values, change] as const
}

const VariableFields = partOf(async () => (await import('./variable-fields.tsx')).VariableFields)

export function Variables({ defaults, values, onChange }: VariablesProps) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const count = Object.keys(defaults).length
  if (count === 0) return null
  return (
    <Disclosure isExpanded={isOpen} onExpandedChange={setOpen} className="group rounded-lg border">
      <AriaButton
        {...loadOnIntent(VariableFields)}
        slot="trigger"
        className="flex w-full cursor-pointer items-center gap-2 rounded-lg px-3 py-2 text-start text-sm font-medium hover:bg-sunken"
      >
        <ChevronRight aria-hidden size={16} className="group-data-[expanded]:rotate-90 rtl:rotate-180" />
        {t.title}
        <span className="font-normal text-soft">{count}</span>
      </AriaButton>
      <DisclosurePanel>
        <div className="flex max-h-64 flex-col gap-3 overflow-y-auto px-3 pb-3">
          <p className="text-sm text-soft">{t.help}</p>
          {isOpen && <VariableFields defaults={defaults} values={values} onChange={onChange} />}
        </div>
      </DisclosurePanel>
    </Disclosure>
  )
}

/** Without empty values, which would replace those of the assistant. */
export const filled = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
