// The help of a setting, with the limits that the schema of the API states.
import { useFieldSchemas } from '../../../api/body-schema.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textNamed } from '../../../i18n/text-named.ts'
import { textsOf } from '../../../i18n/texts.ts'
import { settingTexts } from './setting-texts.ts'
import type { SettingName } from './use-settings.ts'

const texts = textsOf('campaigns', 'fieldHelp')

export interface FieldHelp {
  helpOf(name: SettingName): string | undefined
  maxLengthOf(name: SettingName): number | undefined
}

export function useFieldHelp(): FieldHelp {
  const t = useTexts(texts)
  const { help } = useTexts(settingTexts)
  const schemaOf = useFieldSchemas('campaigns', 'update')
  return {
    helpOf(name) {
      const { minimum, maximum } = schemaOf(name)
      const range = minimum !== undefined && maximum !== undefined ? t.range(minimum, maximum) : undefined
      return [textNamed(help, name), range].filter(Boolean).join(' ') || undefined
    },
    maxLengthOf: (name) => schemaOf(name).maxLength,
  }
}
