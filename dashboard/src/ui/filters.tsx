// What filters a list: text that is reported when typing pauses, and choices of which none is needed.
import { ListFilter, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { classes } from './classes.ts'
import { type ChoiceProps, ComboBox, SearchField, Select } from './fields.tsx'
import { useIsNarrow } from './narrow.ts'
import { Button } from './page.tsx'

/** The text of a field, and a function that changes it. `onChange` gets it trimmed when typing pauses. */
export function useDelayed(value: string, onChange: (value: string) => void, pauseMs = 300) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => setTyped((text) => (text.trim() === value ? text : value)), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => latest.current(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, pauseMs])
  return [typed, setTyped] as const
}

export interface DelayedSearchProps {
  label: string
  value: string
  onChange(value: string): void
  className?: string
}

export function DelayedSearch({ value, onChange, ...props }: DelayedSearchProps) {
  const [typed, setTyped] = useDelayed(value, onChange)
  const submit = (text: string) => text.trim() !== value && onChange(text.trim())
  return <SearchField {...props} isLabelVisible value={typed} onSubmit={submit} onChange={setTyped} />
}

const everything = 'all' as const

interface FilterProps<V extends string | number> extends Omit<ChoiceProps<V>, 'value' | 'onChange'> {
  /** The label of the choice that filters nothing, by default “All”. */
  all?: string
  value: V | undefined
  onChange(value: V | undefined): void
}

function useChoice<V extends string | number>({ all, options, value, onChange, ...props }: FilterProps<V>) {
  const t = useTexts()
  return {
    ...props,
    options: [{ value: everything, label: all ?? t.all }, ...options],
    value: value ?? everything,
    onChange: (next: V | typeof everything) => onChange(next === everything ? undefined : (next as V)),
  }
}

export const FilterSelect = <V extends string | number>(props: FilterProps<V>) => (
  <Select<V | typeof everything> {...useChoice(props)} />
)

export const FilterComboBox = <V extends string | number>(props: FilterProps<V>) => (
  <ComboBox<V | typeof everything> {...useChoice(props)} />
)

const texts = textsOf('app', 'filters')

export interface FilterBarProps {
  /** How many filters are set. */
  count: number
  onClear(): void
  /** The fields, each in a column of the grid. */
  children?: ReactNode
  className?: string
}

/** The filters of a list. On narrow windows, a button shows them. */
export function FilterBar({ count, onClear, children, className }: FilterBarProps) {
  const t = useTexts(texts)
  const id = useId()
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      aria-label={t.filters}
      className={classes('grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] items-end gap-3', className)}
    >
      {isNarrow && (
        <Button
          icon={ListFilter}
          aria-expanded={isOpen}
          aria-controls={id}
          className="col-span-full justify-self-start"
          onPress={() => setOpen(!isOpen)}
        >
          {count > 0 ? t.active(count) : t.filters}
        </Button>
      )}
      <div id={id} className={isNarrow && !isOpen ? 'hidden' : 'contents'}>
        {children}
        {count > 0 && (
          <Button icon={X} className="justify-self-start" onPress={onClear}>
            {t.clear}
          </Button>
        )}
      </div>
    </section>
  )
}
