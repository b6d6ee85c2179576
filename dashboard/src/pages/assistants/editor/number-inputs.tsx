// Inputs for numbers: one to type, with a unit, and one to slide.
import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  Group,
  Input,
  Label,
  NumberField,
  Slider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
  Text,
} from 'react-aria-components'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { FieldMessages } from '../../../ui/fields.tsx'

const texts = textsOf('assistant-editor', 'numberInputs')

export interface NumberInputProps {
  label: string
  help?: ReactNode
  name: string
  /** Null is an empty input. */
  value: number | null
  onChange(value: number | null): void
  step: number
  unit?: 'second' | 'minute' | 'word' | undefined
  /** Shown when the value is outside of it. */
  range: { minimum?: number; maximum?: number }
  placeholder?: string
  isDisabled: boolean
}

const stepButton = 'grid w-9 place-items-center cursor-pointer hover:bg-sunken disabled:opacity-50'

/** Takes any number, so that the server says what is wrong instead of an input that changes it. */
export function NumberInput({
  label,
  help,
  value,
  onChange,
  step,
  unit,
  range: { minimum = 0, maximum = Number.POSITIVE_INFINITY },
  placeholder,
  ...props
}: NumberInputProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const isOutside = value !== null && (value < minimum || value > maximum)
  return (
    <NumberField
      {...props}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      step={step}
      formatOptions={{ maximumFractionDigits: 3 }}
      className="flex flex-col gap-1"
    >
      <Label className="text-sm font-medium">{label}</Label>
      <div className="flex items-center gap-2">
        <Group className="flex min-h-9 w-36 overflow-hidden rounded-lg border border-strong-line bg-card data-[invalid]:border-bad">
          <Input
            className="w-full min-w-0 bg-transparent px-3 tabular-nums outline-offset-[-2px]"
            placeholder={placeholder}
          />
          <Button slot="decrement" aria-label={t.less} className={stepButton}>
            <Minus aria-hidden size={14} />
          </Button>
          <Button slot="increment" aria-label={t.more} className={stepButton}>
            <Plus aria-hidden size={14} />
          </Button>
        </Group>
        {unit && <span className="text-soft">{t[unit]}</span>}
        {isOutside && (
          <span className="text-sm text-warn">{t.range(format.number(minimum), format.number(maximum))}</span>
        )}
      </div>
      <Text slot="description" className="text-sm text-soft">
        {help}
      </Text>
      <FieldMessages label={label} />
    </NumberField>
  )
}

export interface SlideInputProps {
  label: string
  help?: ReactNode
  value: number
  onChange(value: number): void
  min: number
  max: number
  isDisabled: boolean
}

export const SlideInput = ({ label, help, value, onChange, min, max, isDisabled }: SlideInputProps) => (
  <Slider
    value={value}
    onChange={onChange}
    minValue={min}
    maxValue={max}
    step={0.05}
    isDisabled={isDisabled}
    formatOptions={{ maximumFractionDigits: 2 }}
    className="flex max-w-md flex-col gap-1"
  >
    <div className="flex items-baseline justify-between gap-4">
      <Label className="text-sm font-medium">{label}</Label>
      <SliderOutput className="text-sm tabular-nums" />
    </div>
    <SliderTrack className="relative mx-2 h-6 cursor-pointer">
      {({ state }) => (
        <>
          <span className="absolute -inset-x-2 top-2.5 h-1 rounded-full bg-line" />
          <span
            className="absolute top-2.5 -start-2 h-1 rounded-full bg-accent"
            style={{ width: `calc(${state.getThumbPercent(0) * 100}% + 0.5rem)` }}
          />
          <SliderThumb
            aria-label={label}
            className="top-3 size-4 rounded-full border-2 border-accent bg-card outline-offset-2 outline-accent data-[focus-visible]:outline-2 data-[disabled]:opacity-50"
          />
        </>
      )}
    </SliderTrack>
    <p className="text-sm text-soft">{help}</p>
  </Slider>
)
