// The fields for the variables of an assistant, which are loaded when they are opened.
import { TextField } from '../../ui/fields.tsx'

export interface VariablesProps {
  /** The variables of the assistant with their values. */
  defaults: Record<string, string>
  values: Record<string, string>
  onChange(values: Record<string, string>): void
}

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
