// A time in seconds as a number of days, hours, minutes or seconds, or as an expression.
import { useState } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select } from '../../../ui/fields.tsx'
import { unitOf, units } from '../flow/units.ts'
import { TextValue, type TextValueProps } from './text-value.tsx'

const texts = textsOf('automations', 'durationValue')

export function DurationValue(props: TextValueProps) {
  const t = useTexts(texts)
  const { value, onChange, isDisabled = false } = props
  const [chosen, setChosen] = useState(typeof value === 'number' ? unitOf(value) : undefined)
  // Another value, such as after undoing a change, can need a smaller unit.
  const unit =
    chosen && typeof value === 'number' && value % chosen.seconds !== 0 ? unitOf(value) : (chosen ?? units.at(-1)!)
  const size = unit.seconds
  const isText = typeof value === 'string'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-end gap-2">
      <TextValue
        {...props}
        value={typeof value === 'number' ? value / size : value}
        onChange={(next) => onChange(typeof next === 'number' ? next * size : next)}
      />
      <Select
        label={t.unit}
        isLabelHidden
        isDisabled={isDisabled || isText}
        options={units.map(({ name }) => ({ value: name, label: t[name] }))}
        value={isText ? 'second' : unit.name}
        onChange={(name) => {
          const next = units.find((each) => each.name === name)!
          setChosen(next)
          if (typeof value === 'number') onChange((value / size) * next.seconds)
        }}
      />
    </div>
  )
}
