// Fields for settings that are a text, a number or a switch.
import { useTexts } from '../../../i18n/locale.tsx'
import { Switch, TextField } from '../../../ui/fields.tsx'
import type { FieldHelp } from './field-help.tsx'
import { settingTexts } from './setting-texts.ts'
import type { SettingName, Settings, SettingsForm } from './use-settings.ts'

type NamesOf<V> = { [N in SettingName]: Settings[N] extends V ? N : never }[SettingName]

interface Of<V> {
  name: NamesOf<V>
  form: SettingsForm
  help: FieldHelp
}

/** An empty field has its default. */
export function NumberSetting({ name, form, help }: Of<number>) {
  const { names } = useTexts(settingTexts)
  const value: unknown = form.value(name)
  const change = (text: string) => {
    const number = Number(text)
    form.set(name, text.trim() === '' ? null : Number.isFinite(number) ? number : text)
  }
  return (
    <TextField
      name={name}
      label={names[name]}
      help={help.helpOf(name)}
      inputMode="numeric"
      value={value === null || value === undefined ? '' : String(value)}
      onChange={change}
    />
  )
}

export function TextSetting({ name, form, help, rows }: Of<string | null> & { rows?: number }) {
  const { names } = useTexts(settingTexts)
  const maxLength = help.maxLengthOf(name)
  return (
    <TextField
      name={name}
      label={names[name]}
      help={help.helpOf(name)}
      value={form.value(name) ?? ''}
      onChange={(text) => form.set(name, text === '' && name !== 'name' ? null : text)}
      {...(rows !== undefined && { rows })}
      {...(maxLength !== undefined && { maxLength })}
    />
  )
}

export function SwitchSetting({ name, form, help }: Of<boolean>) {
  const { names } = useTexts(settingTexts)
  return (
    <Switch
      label={names[name]}
      help={help.helpOf(name)}
      isSelected={form.value(name)}
      onChange={(isSelected) => form.set(name, isSelected)}
    />
  )
}
