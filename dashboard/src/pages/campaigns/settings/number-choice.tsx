// Chooses the numbers from which a campaign calls.

import { Check } from 'lucide-react'
import { Checkbox as AriaCheckbox, CheckboxGroup, FieldError, Label, Text } from 'react-aria-components'
import { useRead } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import type { FieldHelp } from './field-help.tsx'
import { settingTexts } from './setting-texts.ts'
import type { SettingsForm } from './use-settings.ts'

const texts = textsOf(
  { none: 'The account has no number for outgoing calls.', gone: 'Deleted number' },
  { none: 'Das Konto hat keine Nummer für ausgehende Anrufe.', gone: 'Gelöschte Nummer' },
)

export function NumberChoice({ form, help }: { form: SettingsForm; help: FieldHelp }) {
  const t = useTexts(texts)
  const { names } = useTexts(settingTexts)
  const numbers = useRead('phoneNumbers', 'list')
  const chosen = form.value('phone_number_ids') ?? []
  const offered = (numbers.data ?? []).filter(({ id, type }) => type !== 'inbound' || chosen.includes(id))
  return (
    <CheckboxGroup
      name="phone_number_ids"
      value={chosen.map(String)}
      onChange={(ids) => form.set('phone_number_ids', ids.map(Number))}
      className="flex flex-col gap-1"
    >
      <Label className="text-sm font-medium">{names.phone_number_ids}</Label>
      {numbers.data !== undefined && offered.length === 0 && <p className="text-soft">{t.none}</p>}
      <div className="flex max-h-48 flex-col gap-1 overflow-auto">
        {offered.map(({ id, phone_number, nickname }) => (
          <AriaCheckbox key={id} value={String(id)} className="group flex cursor-pointer items-center gap-2.5 py-0.5">
            <span className="grid size-5 shrink-0 place-items-center rounded border border-strong-line bg-card group-data-[selected]:border-accent group-data-[selected]:bg-accent group-data-[focus-visible]:outline-2 outline-accent">
              <Check aria-hidden size={14} className="text-on-accent opacity-0 group-data-[selected]:opacity-100" />
            </span>
            <span className="min-w-0 truncate">
              <span className="tabular-nums">{phone_number}</span> <span className="text-soft">{nickname}</span>
            </span>
          </AriaCheckbox>
        ))}
      </div>
      <Text slot="description" className="text-sm text-soft">
        {help.helpOf('phone_number_ids')}
      </Text>
      <FieldError className="text-sm text-bad" />
    </CheckboxGroup>
  )
}
