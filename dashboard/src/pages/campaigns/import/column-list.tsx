// The columns of a file: the heading and some values of each, and a menu that says what it becomes.
import { memo, useCallback, useMemo, useRef } from 'react'
import { Input } from 'react-aria-components'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import { ComboBox, type Option } from '../../../ui/fields.tsx'
import type { ExpectedVariable } from '../expected.ts'
import { type ColumnUse, canBeNew, type SpecialUse, specialUses, usesOf, withUse } from './column-use.ts'
import { readableName } from './guess-variables.ts'
import { looksLikePhone, type Mapping, type MappingFault } from './mapping.ts'
import type { Sheet } from './read-head.ts'

const texts = textsOf('campaigns', 'columnList')

export interface ColumnListProps {
  sheet: Sheet
  mapping: Mapping
  faults: Map<number, MappingFault>
  expected: readonly ExpectedVariable[]
  onChange(mapping: Mapping): void
}

const shownValues = 3

export function ColumnList({ sheet, mapping, faults, expected, onChange }: ColumnListProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const { names, rows, repeatedHeadings } = sheet
  const uses = usesOf(
    mapping,
    expected.map(({ name }) => name),
  )
  const optionsOf = useOptions(expected)
  const values = useMemo(
    () =>
      names.map((_, index) => {
        const filled = rows.flatMap(({ cells }) => cells?.[index]?.trim() || [])
        return [...new Set(filled)].slice(0, shownValues).join(' · ')
      }),
    [names, rows],
  )
  // Rows that have not changed are not drawn again while a name is written.
  const latest = useRef({ mapping, names, onChange })
  latest.current = { mapping, names, onChange }
  const setUse = useCallback((index: number, use: ColumnUse) => {
    const now = latest.current
    now.onChange(withUse(now.mapping, now.names, index, use))
  }, [])
  const setName = useCallback((index: number, written: string) => {
    const now = latest.current
    // A name of spaces is one that is being written.
    const names = now.mapping.names.map((name, at) => (at === index ? written || ' ' : name))
    now.onChange({ ...now.mapping, names })
  }, [])
  const unusable =
    mapping.phone < 0 ? 0 : rows.filter(({ cells }) => !looksLikePhone(cells?.[mapping.phone] ?? '')).length
  return (
    <ul tabIndex={0} aria-label={t.label} className="max-h-[34rem] divide-y overflow-auto rounded-lg border">
      {names.map((heading, index) => (
        <ColumnRow
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have a position
          key={index}
          index={index}
          title={heading || t.column(format.number(index + 1))}
          values={values[index]!}
          use={uses[index]!}
          options={optionsOf(heading, uses[index]!)}
          name={mapping.names[index] ?? ''}
          fault={faults.get(index)}
          repeated={repeatedHeadings.get(index)}
          problem={
            index === mapping.phone && unusable > 0
              ? t.noNumber(format.number(unusable), format.count(t.rows, rows.length))
              : undefined
          }
          onUse={setUse}
          onName={setName}
        />
      ))}
    </ul>
  )
}

/** What a column with a heading can become. */
function useOptions(
  expected: readonly ExpectedVariable[],
): (heading: string, use: ColumnUse) => readonly Option<ColumnUse>[] {
  const t = useTexts(texts)
  const names = expected.map(({ name }) => name).join('\n')
  const [all, withoutNew] = useMemo(() => {
    const variables = names === '' ? [] : names.split('\n')
    const options: Option<ColumnUse>[] = [
      { value: 'phone', label: t.phone },
      ...variables.map((name) => ({
        value: `variable:${name}` as const,
        label: readableName(name),
        detail: t.expected,
      })),
      { value: 'new', label: t.new },
      ...specialUses.map((use) => ({ value: use, label: t.special[use] })),
      { value: 'ignored', label: t.ignored },
    ]
    return [options, options.filter(({ value }) => value !== 'new')]
  }, [names, t])
  return (heading, use) => (use === 'new' || canBeNew(heading) ? all! : withoutNew!)
}

interface ColumnRowProps {
  index: number
  title: string
  values: string
  use: ColumnUse
  options: readonly Option<ColumnUse>[]
  name: string
  fault: MappingFault | undefined
  repeated: string | undefined
  problem: string | undefined
  onUse(index: number, use: ColumnUse): void
  onName(index: number, name: string): void
}

const ColumnRow = memo(function ColumnRow({
  index,
  title,
  values,
  use,
  options,
  name,
  fault,
  ...props
}: ColumnRowProps) {
  const t = useTexts(texts)
  const { repeated, problem } = props
  const notes = [use in t.notes && t.notes[use as SpecialUse], repeated !== undefined && t.repeated(repeated)]
  const note = notes.filter(Boolean).join(' ')
  return (
    <li
      className={classes(
        'grid gap-x-4 gap-y-1.5 px-3 py-2.5 sm:grid-cols-2',
        use === 'ignored' && 'bg-sunken/50 text-soft',
      )}
    >
      <div className="min-w-0">
        <p className="truncate font-medium" title={title}>
          {title}
        </p>
        <p className="truncate text-sm text-soft">{values || t.empty}</p>
        {problem !== undefined && <p className="text-sm text-bad">{problem}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <ComboBox
          label={t.use(title)}
          isLabelHidden
          options={options}
          value={use}
          onChange={(next) => props.onUse(index, next)}
        />
        {use === 'new' && (
          <Input
            aria-label={t.nameOf(title)}
            aria-invalid={fault !== undefined}
            value={name}
            maxLength={64}
            onChange={({ target }) => props.onName(index, target.value)}
            className={classes(
              'min-h-8 w-full rounded-md border bg-card px-2 font-mono text-xs',
              fault ? 'border-bad' : 'border-strong-line',
            )}
          />
        )}
        {fault !== undefined && <p className="text-sm text-bad">{t.faults[fault]}</p>}
        {note !== '' && <p className="text-sm text-soft">{note}</p>}
      </div>
    </li>
  )
})
