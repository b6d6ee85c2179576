// Enters the key of a vendor, which is tested before it is saved.
import { useMemo } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import type { TextsBehind } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { say } from '../../../ui/overlays.tsx'
import { Notice } from '../../../ui/page.tsx'
import { areaOf, type Scope, type Vendor } from './scope.ts'
import { texts } from './texts.ts'

type Texts = Pick<TextsBehind<typeof texts>, 'unreachable'>

/** The outcome of a test in the reader's language. */
export function explained(error: Error, name: string, t: Texts, rejected: (name: string) => string): Error {
  const code = error instanceof ParleyError ? error.code : undefined
  if (code === 'KEY_REJECTED') return new Error(rejected(name))
  return code === 'VENDOR_UNREACHABLE' ? new Error(t.unreachable(name)) : error
}

interface KeyFormProps {
  vendor: Vendor
  scope: Scope
  onClose(): void
}

export function KeyForm({ vendor: { vendor, name, kinds, accepts, key }, scope, onClose }: KeyFormProps) {
  const t = useTexts(texts)
  const { values, field } = useFields({
    access_key: '',
    server_url: key?.server_url ?? '',
    region: key?.region ?? '',
  })
  const save = useAction(areaOf(scope), 'set', {
    changes: ['vendors', 'installationVendors', 'catalogues'],
    onDone() {
      say(t.saved(name))
      onClose()
    },
  })
  const where = values.server_url === '' ? name : values.server_url
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message stays while the fields change
  const error = useMemo(() => save.error && explained(save.error, where, t, t.rejectedText), [save.error])
  const submit = () =>
    save.mutate({
      vendor,
      access_key: values.access_key.trim(),
      ...(accepts.includes('server_url') && values.server_url !== '' && { server_url: values.server_url }),
      ...(accepts.includes('region') && { region: values.region }),
    })
  return (
    <Form onSubmit={submit} action={save} error={error}>
      <TextField
        {...field('access_key')}
        type="password"
        autoComplete="off"
        autoFocus
        isMono
        label={t.apiKey}
        help={t.apiKeyHelp}
      />
      {accepts.includes('region') && <TextField {...field('region')} label={t.region} help={t.regionHelp} isMono />}
      {accepts.includes('server_url') && (
        <TextField
          {...field('server_url')}
          label={t.baseUrl}
          help={t.baseUrlHelp}
          isMono
          placeholder="https://models.example.com/v1"
        />
      )}
      {kinds.includes('embeddings') && values.server_url === '' && <Notice>{t.embeddingsNotice(name)}</Notice>}
      <FormButtons submit={t.save} onCancel={onClose} />
    </Form>
  )
}
