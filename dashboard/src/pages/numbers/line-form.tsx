// The form of a telephone line: what a provider gives to its customers first, and everything else on request.
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button as AriaButton, Disclosure, DisclosurePanel } from 'react-aria-components'
import { fieldErrorsOf } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, type FormProps } from '../../ui/form.tsx'
import { LineSettings, settingNames } from './line-settings.tsx'
import type { LineFields } from './line-values.ts'
import { type Line, lineFormTexts } from './lines.ts'
import { type Provider, presets } from './presets.ts'

interface LineFormProps extends Required<Pick<FormProps, 'action' | 'onSubmit'>> {
  fields: LineFields
  provider: Provider
  /** Undefined for a new one. */
  line?: Line
  submit: string
}

export function LineForm({ fields, provider, line, action, submit, onSubmit }: LineFormProps) {
  const t = useTexts(lineFormTexts)
  const { values, field, change } = fields
  const isNew = line === undefined
  const { usernameLabel, addressLabel, addressExample, hasKinds } = presets[provider]
  const isNumber = values.sip_trunk_type === 'number'
  const id = useId()
  useShownError(id, action.error)
  return (
    <Form id={id} onSubmit={onSubmit} action={action} fields={settingNames}>
      {hasKinds && (
        <Select
          label={t.kind}
          name="sip_trunk_type"
          options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
          value={values.sip_trunk_type}
          onChange={(kind) =>
            change({ sip_trunk_type: kind, caller_id_from: kind === 'number' ? 'number' : 'account' })
          }
        />
      )}
      {isNumber ? (
        <TextField
          {...field('phone_number')}
          label={t.number}
          help={t.numberHelp}
          type="tel"
          placeholder="+493012345678"
          autoFocus={isNew}
        />
      ) : (
        <TextField {...field('phone_number')} label={t.extension} help={t.extensionHelp} autoFocus={isNew} />
      )}
      <TextField
        {...field('sip_address')}
        label={addressLabel ?? t.address}
        help={addressLabel === undefined ? t.addressHelp : undefined}
        placeholder={addressExample ?? ''}
        autoComplete="off"
        spellCheck="false"
      />
      <TextField {...field('sip_username')} label={usernameLabel ?? t.username} autoComplete="off" spellCheck="false" />
      <TextField
        {...field('sip_password')}
        type="password"
        label={t.password}
        help={line?.has_password && !line.unreadable ? t.passwordKept : t.passwordHelp}
        autoComplete="new-password"
      />
      <MoreSettings fields={fields} error={action.error} />
      <FormButtons submit={submit} />
    </Form>
  )
}

/** The form is longer than the window, so the first message of the server is scrolled into view. */
function useShownError(formId: string, error: Error | null): void {
  useEffect(() => {
    if (!error) return
    // The form shows the messages after this effect.
    const timer = setTimeout(() => {
      const form = document.getElementById(formId)
      const invalid = form?.querySelector<HTMLElement>('input[aria-invalid=true], textarea[aria-invalid=true]')
      if (invalid) invalid.focus()
      else form?.scrollIntoView({ block: 'start' })
    })
    return () => clearTimeout(timer)
  }, [formId, error])
}

const kinds = ['number', 'extension'] as const

/** Opens when the server rejects one of its fields. */
function MoreSettings({ fields, error }: { fields: LineFields; error: Error | null }) {
  const t = useTexts(lineFormTexts)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const names = Object.keys(fieldErrorsOf(error)).map((path) => path.split('.')[0]!)
    if (names.some((name) => settingNames.includes(name))) setOpen(true)
  }, [error])
  return (
    <Disclosure isExpanded={isOpen} onExpandedChange={setOpen} className="group rounded-lg border">
      <AriaButton
        slot="trigger"
        className="flex w-full cursor-pointer items-center gap-2 rounded-lg px-3 py-2 text-start font-medium hover:bg-sunken"
      >
        <ChevronRight aria-hidden size={16} className="group-data-[expanded]:rotate-90 rtl:rotate-180" />
        {t.more}
      </AriaButton>
      <DisclosurePanel>
        {isOpen && (
          <div className="border-t p-4">
            <LineSettings {...fields} />
          </div>
        )}
      </DisclosurePanel>
    </Disclosure>
  )
}
