// The fields of a desk phone or softphone.
import { useTexts } from '../../i18n/locale.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import type { useFields } from '../../ui/form.tsx'
import { phoneFormTexts } from './phones.ts'
import type { PhoneNumber } from './texts.ts'

export interface PhoneValues {
  name: string
  extension: string
  /** Or `noNumber`. */
  phone_number_id: number
}

export const noNumber = 0

interface PhoneFieldsProps extends Pick<ReturnType<typeof useFields<PhoneValues>>, 'field'> {
  numbers: readonly PhoneNumber[]
  isNew?: boolean
}

export function PhoneFields({ field, numbers, isNew = false }: PhoneFieldsProps) {
  const t = useTexts(phoneFormTexts)
  return (
    <>
      <TextField {...field('name')} label={t.name} help={isNew ? t.nameHelp : undefined} autoFocus={isNew} />
      <TextField
        {...field('extension')}
        label={t.extension}
        help={isNew ? t.extensionHelp : undefined}
        inputMode="numeric"
      />
      <Select
        {...field('phone_number_id')}
        label={t.shows}
        help={t.showsHelp}
        options={[
          { value: noNumber, label: t.noNumber },
          ...numbers.map(({ id, phone_number, nickname }) => ({
            value: id,
            label: phone_number,
            ...(nickname !== null && { detail: nickname }),
          })),
        ]}
      />
    </>
  )
}
