// The fields of one step of a test.

import { useState } from 'react'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { Select, Switch, TextField } from '../../../ui/fields.tsx'
import { withTime } from './step-kinds.ts'
import { stepTexts } from './step-texts.ts'
import type { Expectation, Step } from './types.ts'

export interface StepFieldsProps {
  step: Step
  /** The name of the step at the server, such as `script.2`. */
  name: string
  onChange(step: Step): void
}

const meanings = ['plain', 'backchannel', 'aside'] as const

export function StepFields({ step, name, onChange }: StepFieldsProps) {
  const t = useTexts(stepTexts)
  if (step.expect)
    return <ExpectFields expected={step.expect} name={`${name}.expect`} onChange={(expect) => onChange({ expect })} />
  const spoken = step.say !== undefined ? 'say' : step.interrupt !== undefined ? 'interrupt' : undefined
  if (spoken)
    return (
      <>
        <Words
          name={`${name}.${spoken}`}
          value={step[spoken]!}
          onChange={(words) => onChange({ ...step, [spoken]: words })}
        />
        <div className="flex flex-wrap gap-3">
          {spoken === 'interrupt' && (
            <SecondsField
              label={t.after}
              name={`${name}.after_ms`}
              value={step.after_ms}
              onChange={(after_ms) => onChange(withoutUndefined({ ...step, after_ms }))}
            />
          )}
          <Select
            label={t.as}
            name={`${name}.as`}
            className="w-56 max-w-full"
            value={step.as ?? 'plain'}
            options={meanings.map((value) => ({ value, label: t.meanings[value] }))}
            onChange={(as) => onChange(withoutUndefined({ ...step, as: as === 'plain' ? undefined : as }))}
          />
        </div>
      </>
    )
  const time = step.wait_ms !== undefined ? 'wait_ms' : step.noise_ms !== undefined ? 'noise_ms' : undefined
  if (time)
    return (
      <SecondsField
        label={t.seconds}
        name={`${name}.${time}`}
        value={step[time]}
        onChange={(ms) => onChange({ [time]: ms ?? 0 })}
      />
    )
  if (step.press === undefined) return null
  return (
    <TextField
      label={t.keys}
      name={`${name}.press`}
      className="w-56 max-w-full"
      value={step.press}
      onChange={(press) => onChange({ press })}
    />
  )
}

const withoutUndefined = <T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never

function Words({ name, value, onChange }: { name: string; value: string; onChange(words: string): void }) {
  const t = useTexts(stepTexts)
  return (
    <TextField
      label={t.words}
      isLabelHidden
      name={name}
      value={value}
      onChange={onChange}
      rows={value.length > 90 ? 3 : value.length > 30 ? 2 : 1}
    />
  )
}

interface ExpectFieldsProps {
  expected: Expectation
  name: string
  onChange(expected: Expectation): void
}

const textKinds = ['tool', 'pressed', 'transfer'] as const

/** The server's limit for an expectation without one. */
const defaultSeconds = 30

function ExpectFields({ expected, name, onChange }: ExpectFieldsProps) {
  const t = useTexts(stepTexts)
  const format = useFormats()
  const said = expected.assistant !== undefined ? 'assistant' : expected.customer !== undefined ? 'customer' : undefined
  const named = textKinds.find((kind) => expected[kind] !== undefined)
  const labels = { tool: t.tool, pressed: t.keys, transfer: t.number }
  const isAbsent = expected.absent === true
  return (
    <>
      {said && (
        <Words
          name={`${name}.${said}`}
          value={expected[said]!}
          onChange={(words) => onChange({ ...expected, [said]: words })}
        />
      )}
      <div className="flex flex-wrap items-end gap-3">
        {named && (
          <TextField
            label={labels[named]}
            name={`${name}.${named}`}
            className="w-56 max-w-full"
            value={expected[named]!}
            onChange={(value) => onChange({ ...expected, [named]: value })}
          />
        )}
        {expected.note !== undefined && (
          <Select
            label={t.event}
            name={`${name}.note`}
            className="w-80 max-w-full"
            value={expected.note}
            options={entries(t.notes)}
            onChange={(note) => onChange({ ...expected, note })}
          />
        )}
        {expected.ended !== undefined && (
          <Select
            label={t.reason}
            name={`${name}.ended`}
            className="w-64 max-w-full"
            value={expected.ended}
            options={withOther(entries<string>(t.reasons), expected.ended)}
            onChange={(ended) => onChange({ ...expected, ended: ended as NonNullable<Expectation['ended']> })}
          />
        )}
        <SecondsField
          key={String(isAbsent)}
          label={isAbsent ? t.absentFor : t.within}
          name={`${name}.${isAbsent ? 'for_ms' : 'within_ms'}`}
          placeholder={isAbsent ? '' : format.number(defaultSeconds)}
          value={isAbsent ? expected.for_ms : expected.within_ms}
          onChange={(ms) =>
            onChange(withTime(expected, isAbsent ? { for_ms: ms ?? 0 } : withoutUndefined({ within_ms: ms })))
          }
        />
        <div className="py-1.5">
          <Switch
            label={t.absent}
            isSelected={isAbsent}
            onChange={(absent) => onChange(withTime(expected, absent ? { for_ms: 2_000 } : { within_ms: 5_000 }))}
          />
        </div>
      </div>
    </>
  )
}

const entries = <K extends string>(labels: Record<K, string>): { value: K; label: string }[] =>
  (Object.entries(labels) as [K, string][]).map(([value, label]) => ({ value, label }))

/** Reasons that the form does not offer come from the API. */
const withOther = (options: { value: string; label: string }[], value: string) =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }]

interface SecondsFieldProps {
  label: string
  /** In milliseconds. */
  value: number | undefined
  onChange(ms: number | undefined): void
  name: string
  placeholder?: string
}

/** A field for a time in seconds, which the API has in milliseconds. */
function SecondsField({ label, value, onChange, name, placeholder = '' }: SecondsFieldProps) {
  const format = useFormats()
  const [written, setWritten] = useState<string>()
  const read = (text: string): void => {
    setWritten(text)
    const seconds = Number(text.replace(',', '.'))
    onChange(text.trim() === '' || !Number.isFinite(seconds) ? undefined : Math.round(seconds * 1000))
  }
  return (
    <TextField
      label={label}
      name={name}
      className="w-44 max-w-full"
      inputMode="decimal"
      placeholder={placeholder}
      value={written ?? (value === undefined ? '' : format.number(value / 1000))}
      onChange={read}
      onBlur={() => setWritten(undefined)}
    />
  )
}
