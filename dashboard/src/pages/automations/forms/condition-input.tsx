// A condition of value, operator and value, or its expression.
import { Plus } from 'lucide-react'
import { useContext, useState } from 'react'
import { FormValidationContext } from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMessages } from '../../../messages/use-messages.ts'
import { Select } from '../../../ui/fields.tsx'
import { Button } from '../../../ui/page.tsx'
import { type Comparison, type Condition, readCondition, writeCondition } from '../flow/condition.ts'
import { tokensOf } from '../flow/tokens.ts'
import { ComparisonRow, type Row } from './comparison-row.tsx'
import { TextValue, type TextValueProps } from './text-value.tsx'

const texts = textsOf('automations', 'conditionInput')

interface Draft {
  match: Condition['match']
  rows: readonly Row[]
}

const isComplete = (row: Row): row is Comparison => row.path !== undefined
const written = ({ match, rows }: Draft): string => writeCondition({ match, comparisons: rows.filter(isComplete) })
const emptyRow: Row = { path: undefined, operator: 'is' }

function draftOf(expression: string): Draft | undefined {
  const condition = readCondition(expression)
  return (
    condition && { match: condition.match, rows: condition.comparisons.length > 0 ? condition.comparisons : [emptyRow] }
  )
}

const isSame = (one: string, other: string): boolean =>
  one === other || tokensOf(one)?.join(' ') === tokensOf(other)?.join(' ')

export function ConditionInput(props: TextValueProps) {
  const t = useTexts(texts)
  const { messageOf } = useMessages()
  const { name, label, onChange, isDisabled = false } = props
  const value = typeof props.value === 'string' ? props.value : ''
  const [isExpression, setExpression] = useState(false)
  const [kept, setKept] = useState<Draft>()
  const errors = useContext(FormValidationContext)?.[name]
  // Rows without a value are not part of the expression, so the draft is kept as long as it has this expression.
  const draft = kept && isSame(written(kept), value) ? kept : draftOf(value)
  if (isExpression || !draft)
    return (
      <div className="flex flex-col items-start gap-2">
        <div className="w-full">
          <TextValue {...props} kind="long-text" help={draft ? t.help : `${t.help} ${t.other}`} isExpression />
        </div>
        {draft && (
          <Button size="small" onPress={() => setExpression(false)}>
            {t.asRows}
          </Button>
        )}
      </div>
    )
  const { match, rows } = draft
  const change = (next: Draft) => {
    setKept(next)
    const expression = written(next)
    if (!isSame(expression, value)) onChange(expression)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-invalid={errors !== undefined}>
      <legend className="float-start mb-1 w-full text-sm font-medium">{t.applies}</legend>
      {rows.length > 1 && (
        <Select
          label={t.match}
          isLabelHidden
          isDisabled={isDisabled}
          options={[
            { value: 'all', label: t.all },
            { value: 'any', label: t.any },
          ]}
          value={match}
          onChange={(next) => change({ match: next as Condition['match'], rows })}
        />
      )}
      {rows.map((row, at) => (
        <ComparisonRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          key={at}
          number={at + 1}
          row={row}
          isDisabled={isDisabled}
          onChange={(next) => change({ match, rows: rows.with(at, next) })}
          {...(rows.length > 1 && { onRemove: () => change({ match, rows: rows.toSpliced(at, 1) }) })}
        />
      ))}
      {errors !== undefined && (
        <p className="text-sm text-bad">
          {[errors]
            .flat()
            .map((message) => messageOf(message, { label, name }))
            .join(' ')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isDisabled && (
          <Button icon={Plus} size="small" onPress={() => change({ match, rows: [...rows, emptyRow] })}>
            {t.add}
          </Button>
        )}
        <Button size="small" look="quiet" onPress={() => setExpression(true)}>
          {t.asExpression}
        </Button>
      </div>
    </fieldset>
  )
}
