// One comparison of a condition.
import { ChevronDown, Trash2, X } from 'lucide-react'
import { useContext } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select, TextField } from '../../../ui/fields.tsx'
import { IconButton } from '../../../ui/page.tsx'
import { adapted, comparedWith, operatorsFor, typedOf } from '../flow/comparison.ts'
import { type Comparison, hasOperand, type Operator } from '../flow/condition.ts'
import { writePath } from '../flow/value-path.ts'
import { operatorTexts } from '../parts/operator-texts.ts'
import { useTitles } from '../parts/titles.ts'
import { ExpressionsContext, exampleText, PickerMenu, ValuePicker } from './value-picker.tsx'

const texts = textsOf('automations', 'comparisonRow')

/** Without a path while no value is chosen. */
export type Row = Omit<Comparison, 'path'> & { path: Comparison['path'] | undefined }

interface RowProps {
  number: number
  row: Row
  isDisabled: boolean
  onChange(row: Row): void
  onRemove?(): void
}

export function ComparisonRow({ number, row, isDisabled, onChange, onRemove }: RowProps) {
  const t = useTexts(texts)
  const names = useTexts(operatorTexts)
  const titles = useTitles()
  const expressions = useContext(ExpressionsContext)
  const { path, operator, operand, isStrict } = row
  const exampleOf = (at: Comparison['path']) =>
    expressions?.values.find(({ expression }) => expression === writePath(at))?.example
  const example = path && exampleOf(path)
  const offered = operatorsFor(example)
  const title = path && titles.value(path, expressions?.titles ?? new Map())
  const next = (change: Pick<Row, 'path' | 'operator'>, value: Pick<Row, 'operand' | 'isConverted'>): Row => ({
    ...change,
    ...value,
    ...(isStrict && hasOperand(change.operator) && { isStrict }),
  })
  const choose = (chosen: Comparison['path']) => {
    const known = exampleOf(chosen)
    const fitting = operatorsFor(known)
    const kept = path && fitting.includes(operator) ? operator : fitting[0]!
    onChange(next({ path: chosen, operator: kept }, adapted(kept, known, operand)))
  }
  return (
    <div role="group" aria-label={t.value(number)} className="flex items-start gap-1 rounded-lg bg-sunken p-2">
      <div className="flex min-w-0 grow flex-col gap-2">
        <PickerMenu
          label={t.value(number)}
          onPick={(picked) => picked.path && choose(picked.path)}
          button={
            <AriaButton
              isDisabled={isDisabled}
              aria-label={`${t.value(number)}: ${title ?? t.choose}`}
              className="flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-lg border border-strong-line bg-card px-3 py-1.5 text-start disabled:opacity-60"
            >
              <span className={title === undefined ? 'grow text-soft' : 'min-w-0 grow break-words'}>
                {title ?? t.choose}
              </span>
              <ChevronDown aria-hidden size={16} className="shrink-0" />
            </AriaButton>
          }
        />
        {example !== undefined && (
          <p className="-mt-1 truncate px-1 text-xs text-soft">
            {t.example} <span className="font-mono">{exampleText(example)}</span>
          </p>
        )}
        {path && (
          <Select
            label={t.operator(number)}
            isLabelHidden
            isDisabled={isDisabled}
            options={(offered.includes(operator) ? offered : [operator, ...offered]).map((each) => ({
              value: each,
              label: names[each],
            }))}
            value={operator}
            onChange={(wanted) =>
              onChange(next({ path, operator: wanted as Operator }, adapted(wanted as Operator, example, operand)))
            }
          />
        )}
        {path && hasOperand(operator) && (
          <OperandInput
            {...{ number, row, example, isDisabled }}
            onChange={(value) => onChange(next({ path, operator }, value))}
          />
        )}
      </div>
      {onRemove && !isDisabled && (
        <IconButton icon={Trash2} iconSize={15} size="small" label={t.remove(number)} onPress={onRemove} />
      )}
    </div>
  )
}

interface OperandProps extends Pick<RowProps, 'number' | 'row' | 'isDisabled'> {
  example: unknown
  onChange(value: Pick<Row, 'operand' | 'isConverted'>): void
}

function OperandInput({ number, row: { operator, operand }, example, isDisabled, onChange }: OperandProps) {
  const t = useTexts(texts)
  const titles = useTitles()
  const expressions = useContext(ExpressionsContext)
  if (operand?.kind === 'truth')
    return (
      <Select
        label={t.other(number)}
        isLabelHidden
        isDisabled={isDisabled}
        options={[
          { value: 'yes', label: t.yes },
          { value: 'no', label: t.no },
        ]}
        value={operand.isTrue ? 'yes' : 'no'}
        onChange={(next) => onChange({ operand: { kind: 'truth', isTrue: next === 'yes' } })}
      />
    )
  if (operand?.kind === 'path')
    return (
      <div className="flex min-h-9 items-center gap-1 rounded-lg border bg-card ps-3 pe-1">
        <span className="min-w-0 grow break-words">{titles.value(operand.path, expressions?.titles ?? new Map())}</span>
        {!isDisabled && (
          <IconButton
            icon={X}
            iconSize={15}
            size="small"
            label={t.typed(number)}
            onPress={() => onChange(comparedWith('', operator, example))}
          />
        )}
      </div>
    )
  return (
    <div className="flex items-start gap-1">
      <TextField
        className="min-w-0 grow"
        label={t.other(number)}
        isLabelHidden
        isDisabled={isDisabled}
        value={typedOf(operand)}
        onChange={(typed) => onChange(comparedWith(typed, operator, example, operand))}
        {...(operator === 'oneOf' && { rows: 3, help: t.lines })}
      />
      {operator !== 'oneOf' && !isDisabled && (
        <ValuePicker
          field={t.other(number)}
          hasFunctions={false}
          onPick={({ path }) => path && onChange({ operand: { kind: 'path', path } })}
        />
      )}
    </div>
  )
}
