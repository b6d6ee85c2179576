// Fields for the variables of a lead: those that are known, and further ones.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Button } from '../../../ui/page.tsx'

const texts = textsOf('campaigns', 'variableFields')

const maxNameLength = 64
const maxValueLength = 16_000

export function VariableFields({
  names,
  values,
  onChange,
}: {
  names: readonly string[]
  values: Record<string, string>
  onChange(values: Record<string, string>): void
}) {
  const t = useTexts(texts)
  const [another, setAnother] = useState('')
  const shown = [...new Set([...names, ...Object.keys(values)])]
  const add = () => {
    const name = another.trim()
    if (name === '' || shown.includes(name) || name === '__proto__') return
    onChange({ ...values, [name]: '' })
    setAnother('')
  }
  return (
    <div className="flex flex-col gap-3">
      {shown.map((name) => (
        <TextField
          key={name}
          name={`variables.${name}`}
          label={t.label(name)}
          maxLength={maxValueLength}
          value={Object.hasOwn(values, name) ? values[name]! : ''}
          onChange={(value) => onChange({ ...values, [name]: value })}
        />
      ))}
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 grow"
          name="another_variable"
          label={t.another}
          isMono
          maxLength={maxNameLength}
          value={another}
          onChange={setAnother}
        />
        <Button icon={Plus} iconSize={15} onPress={add} isDisabled={another.trim() === ''}>
          {t.add}
        </Button>
      </div>
    </div>
  )
}
