// A list of the values and functions that an expression can use, found by typing.
import { Braces } from 'lucide-react'
import { createContext, useContext, useState } from 'react'
import {
  Autocomplete,
  Collection,
  Dialog,
  DialogTrigger,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { IconButton } from '../../../ui/page.tsx'
import type { Value } from '../flow/values.ts'

const texts = textsOf(
  {
    insert: (field: string) => `Insert a value: ${field}`,
    search: 'Search values and functions',
    trigger: 'Data of the trigger',
    steps: 'Results of earlier steps',
    loop: 'The current item of the loop',
    run: 'This run',
    functions: 'Functions',
    none: 'Nothing found',
  },
  {
    insert: (field: string) => `Wert einfügen: ${field}`,
    search: 'Werte und Funktionen suchen',
    trigger: 'Daten des Auslösers',
    steps: 'Ergebnisse früherer Schritte',
    loop: 'Aktuelles Element der Schleife',
    run: 'Dieser Lauf',
    functions: 'Funktionen',
    none: 'Nichts gefunden',
  },
)

const groups = ['loop', 'steps', 'trigger', 'run'] as const
const shownCharacters = 60

/** Such as `"gold"` or `{"tier":…`. */
function exampleOf(value: unknown): string {
  if (value === undefined) return ''
  const text = JSON.stringify(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

export function ValuePicker({ field, onPick }: { field: string; onPick(expression: string): void }) {
  const t = useTexts(texts)
  const { contains } = useFilter({ sensitivity: 'base' })
  const expressions = useContext(ExpressionsContext)
  const [isOpen, setOpen] = useState(false)
  if (!expressions) return null
  const pick = (expression: string) => {
    setOpen(false)
    onPick(expression)
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <IconButton icon={Braces} iconSize={15} size="small" label={t.insert(field)} />
      <Popover placement="bottom end" className="w-96 max-w-[90vw] rounded-lg border bg-raised shadow-lg">
        <Dialog aria-label={t.insert(field)} className="flex max-h-96 flex-col outline-none">
          <Autocomplete filter={contains}>
            <SearchField aria-label={t.search} autoFocus className="border-b p-2">
              <Input
                placeholder={t.search}
                className="w-full rounded-lg border border-strong-line bg-card px-3 py-1.5 [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            <Menu
              aria-label={t.search}
              className="overflow-auto p-1 outline-none"
              renderEmptyState={() => <p className="p-3 text-soft">{t.none}</p>}
            >
              {groups.map((group) => (
                <Group
                  key={group}
                  name={t[group]}
                  values={expressions.values.filter((value) => value.group === group)}
                  onPick={pick}
                />
              ))}
              <MenuSection>
                <Header className="px-2.5 pt-2 pb-1 text-sm font-medium text-soft">{t.functions}</Header>
                <Collection items={expressions.functions.map((each) => ({ id: each.name, ...each }))}>
                  {({ name, description, example }) => (
                    <Item id={`function ${name}`} name={example} detail={description} onAction={() => pick(example)} />
                  )}
                </Collection>
              </MenuSection>
            </Menu>
          </Autocomplete>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Group({ name, values, onPick }: { name: string; values: readonly Value[]; onPick(expression: string): void }) {
  if (values.length === 0) return null
  return (
    <MenuSection>
      <Header className="px-2.5 pt-2 pb-1 text-sm font-medium text-soft">{name}</Header>
      <Collection items={values.map((value) => ({ id: value.expression, ...value }))}>
        {({ expression, example }) => (
          <Item id={expression} name={expression} detail={exampleOf(example)} onAction={() => onPick(expression)} />
        )}
      </Collection>
    </MenuSection>
  )
}

const Item = ({ id, name, detail, onAction }: { id: string; name: string; detail: string; onAction(): void }) => (
  <MenuItem
    id={id}
    textValue={`${name} ${detail}`}
    onAction={onAction}
    className="cursor-pointer rounded-md px-2.5 py-1 data-[focused]:bg-accent-soft"
  >
    <span className="block font-mono text-[0.8125rem] break-all">{name}</span>
    {detail !== '' && <span className="block truncate text-xs text-soft">{detail}</span>}
  </MenuItem>
)

export interface ExpressionFunction {
  name: string
  description: string
  example: string
}

export interface Expressions {
  values: readonly Value[]
  functions: readonly ExpressionFunction[]
}

export const ExpressionsContext = createContext<Expressions | undefined>(undefined)
