// A list of the values and functions that an expression can use, found by typing.
import { Braces } from 'lucide-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/page.tsx'
import type { ValuePath } from '../flow/value-path.ts'
import type { Value } from '../flow/values.ts'
import { useTitles } from '../parts/titles.ts'
import { SearchMenu } from './search-menu.tsx'

const texts = textsOf('automations', 'valuePicker')

const groups = ['loop', 'steps', 'trigger', 'run'] as const
const shownCharacters = 60

/** Such as `"gold"` or `{"tier":…`. */
export function exampleText(value: unknown): string {
  if (value === undefined) return ''
  const text = JSON.stringify(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

interface PickerProps {
  label: string
  button: ReactNode
  onPick(picked: { expression: string; path?: ValuePath }): void
  hasFunctions?: boolean
}

/** Nothing where there are no expressions. */
export function PickerMenu({ label, button, onPick, hasFunctions = false }: PickerProps) {
  const t = useTexts(texts)
  const titles = useTitles()
  const expressions = useContext(ExpressionsContext)
  const [isOpen, setOpen] = useState(false)
  if (!expressions) return null
  const choices = [
    ...groups.map((group) => ({
      name: t[group],
      choices: expressions.values
        .filter((value) => value.group === group)
        .map(({ expression, path, example }) => ({
          id: expression,
          name: titles.value(path, expressions.titles),
          detail: [expression, exampleText(example)].filter(Boolean).join(' · '),
          isCode: true,
          onAction: () => onPick({ expression, path }),
        })),
    })),
    ...(hasFunctions
      ? [
          {
            name: t.functions,
            choices: expressions.functions.map(({ name, description, example }) => ({
              id: `function ${name}`,
              name: example,
              detail: description,
              onAction: () => onPick({ expression: example }),
            })),
          },
        ]
      : []),
  ]
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {button}
      <Popover placement="bottom end" className="w-96 max-w-[90vw] rounded-lg border bg-raised shadow-lg">
        <Dialog aria-label={label} className="flex max-h-96 flex-col outline-none">
          <SearchMenu label={hasFunctions ? t.search : t.searchValues} groups={choices} onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

export function ValuePicker({
  field,
  onPick,
  hasFunctions = true,
}: { field: string } & Pick<PickerProps, 'onPick' | 'hasFunctions'>) {
  const t = useTexts(texts)
  return (
    <PickerMenu
      label={t.insert(field)}
      button={<IconButton icon={Braces} iconSize={15} size="small" label={t.insert(field)} />}
      onPick={onPick}
      hasFunctions={hasFunctions}
    />
  )
}

export interface ExpressionFunction {
  name: string
  description: string
  example: string
}

export interface Expressions {
  values: readonly Value[]
  functions: readonly ExpressionFunction[]
  /** The titles of steps by their names. */
  titles: ReadonlyMap<string, string>
}

export const ExpressionsContext = createContext<Expressions | undefined>(undefined)
