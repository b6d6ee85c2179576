// The fields for the variables of an assistant, which are loaded when they are opened.
import { TextField } from '../../ui/fields.tsx'
import type { VariablesProps } from './variables.tsx'

export const VariableFields = ({ defaults, values, onChange }: VariablesProps) =>
  Object.entries(defaults).map(([name, value]) => (
    <TextField
      key={name}
      label={name}
      placeholder={value}
      value={values[name] ?? ''}
      onChange={(next) => onChange({ ...values, [name]: next })}
      maxLength={16_000}
    />
  ))
