// The steps of a test, which can be added, moved and removed.
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { Select } from '../../../ui/fields.tsx'
import { Menu } from '../../../ui/overlays.tsx'
import { Button, IconButton } from '../../../ui/page.tsx'
import { StepFields } from './step-fields.tsx'
import { changeKind, kindOf, stepKinds } from './step-kinds.ts'
import { stepTexts } from './step-texts.ts'
import type { Step } from './types.ts'

/** A step with a key that it keeps when it moves. */
export interface StepRow {
  key: number
  step: Step
}

let keys = 0
export const rowOf = (step: Step): StepRow => ({ key: ++keys, step })

interface ListProps {
  rows: readonly StepRow[]
  onChange(rows: StepRow[]): void
}

export function StepList({ rows, onChange }: ListProps) {
  const t = useTexts(stepTexts)
  const move = (index: number, by: -1 | 1): void => {
    const moved = [...rows]
    const [row] = moved.splice(index, 1)
    moved.splice(index + by, 0, row!)
    onChange(moved)
  }
  return (
    <div className="flex flex-col gap-3">
      {rows.length === 0 && <p className="text-soft">{t.none}</p>}
      <ol aria-label={t.steps} className="flex flex-col gap-2">
        {rows.map((row, index) => (
          <StepItem
            key={row.key}
            row={row}
            index={index}
            isLast={index === rows.length - 1}
            onChange={(step) => onChange(rows.map((each) => (each === row ? { ...row, step } : each)))}
            onMove={(by) => move(index, by)}
            onRemove={() => onChange(rows.filter((each) => each !== row))}
          />
        ))}
      </ol>
      <div>
        <Menu
          label={t.add}
          trigger={
            <Button>
              <Plus aria-hidden size={16} />
              {t.add}
            </Button>
          }
          actions={stepKinds.map((kind) => ({
            id: kind,
            label: t.kinds[kind],
            onAction: () => onChange([...rows, rowOf(changeKind({}, kind))]),
          }))}
        />
      </div>
    </div>
  )
}

interface ItemProps {
  row: StepRow
  index: number
  isLast: boolean
  onChange(step: Step): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

function StepItem({ row: { step }, index, isLast, onChange, onMove, onRemove }: ItemProps) {
  const t = useTexts(stepTexts)
  const format = useFormats()
  const number = format.number(index + 1)
  const kind = kindOf(step)
  const look = step.expect ? 'border-s-accent' : 'border-s-customer'
  return (
    <li className={`flex flex-col gap-2 rounded-lg border border-s-4 bg-card p-2.5 ${look}`}>
      <div className="flex flex-wrap items-center gap-2">
        <span aria-hidden className="w-6 shrink-0 text-end text-sm text-soft tabular-nums">
          {number}
        </span>
        <Select
          label={t.kind(number)}
          isLabelHidden
          className="min-w-0 max-w-md grow max-sm:order-last max-sm:basis-full"
          value={kind}
          options={stepKinds.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={(next) => next !== kind && onChange(changeKind(step, next))}
        />
        <div className="ms-auto flex shrink-0">
          <IconButton
            icon={ArrowUp}
            iconSize={15}
            size="small"
            label={t.up(number)}
            isDisabled={index === 0}
            onPress={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            iconSize={15}
            size="small"
            label={t.down(number)}
            isDisabled={isLast}
            onPress={() => onMove(1)}
          />
          <IconButton icon={X} iconSize={15} size="small" label={t.remove(number)} onPress={onRemove} />
        </div>
      </div>
      <div className="flex flex-col gap-2 sm:ps-8">
        <StepFields step={step} name={`script.${index}`} onChange={onChange} />
      </div>
    </li>
  )
}
