// The form of a connection: its type, its credentials, and where they may be sent.
import { useState } from 'react'
import { type InputOf, useAction } from '../../../api/query.ts'
import { useOwnTexts, useTexts } from '../../../i18n/locale.tsx'
import { textNamed } from '../../../i18n/text-named.ts'
import { textsOf } from '../../../i18n/texts.ts'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons } from '../../../ui/form.tsx'
import type { Connection } from '../parts/types.ts'

const texts = textsOf('automations', 'connectionForm')

interface ConnectionFormProps {
  connection: Connection | undefined
  onDone(): void
}

export function ConnectionForm({ connection, onDone }: ConnectionFormProps) {
  const t = useTexts(texts)
  const types = useTexts(typeNames)
  const labels = useOwnTexts(texts)
  const [values, setValues] = useState(() => valuesOf(connection))
  const create = useAction('connections', 'create', { onDone })
  const update = useAction('connections', 'update', { onDone })
  const type = values['type'] as ConnectionType
  const fields = [...fieldsByType[type], ...commonFields]
  const submit = () => {
    const input = bodyOf(values, fields)
    if (connection) update.mutate({ id: connection.id, ...input })
    else create.mutate(input as unknown as InputOf<'connections', 'create'>)
  }
  const set = (name: string, value: string) => setValues((all) => ({ ...all, [name]: value }))
  const helpOf = (field: string): string | undefined =>
    connection && secretFields.includes(field) ? t.kept : textNamed(t.help, field)
  return (
    <Form onSubmit={submit} action={connection ? update : create}>
      <TextField label={t.name} name="name" value={values['name']!} onChange={(next) => set('name', next)} />
      <Select
        label={t.type}
        name="type"
        options={(Object.keys(fieldsByType) as ConnectionType[]).map((value) => ({ value, label: types[value] }))}
        value={type}
        onChange={(next) => set('type', next)}
      />
      {fields.map((field) => (
        <TextField
          key={field}
          label={textNamed(labels, field)!}
          name={field}
          help={helpOf(field)}
          value={values[field] ?? ''}
          onChange={(next) => set(field, next)}
          {...(secretFields.includes(field) && { type: 'password' as const, autoComplete: 'new-password' })}
          {...(field === 'allowed_hosts' && { rows: 2 })}
        />
      ))}
      <FormButtons submit={t.save} />
    </Form>
  )
}

/** Texts by field, without secrets. */
function valuesOf(connection: Connection | undefined): Record<string, string> {
  if (!connection) return { name: '', type: 'bearer' }
  const { name, type, header, username, token_url, client_id, scopes, test_url, allowed_hosts } = connection
  const values = { name, type, header, username, token_url, client_id, scopes, test_url }
  return {
    ...Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? ''])),
    allowed_hosts: allowed_hosts.join('\n'),
  }
}

/** Empty secrets are left out, other empty fields are null. */
function bodyOf(values: Record<string, string>, fields: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = { name: values['name'], type: values['type'] }
  for (const field of fields) {
    const value = values[field] ?? ''
    if (field === 'allowed_hosts') body[field] = value.split(/\s+/).filter(Boolean)
    else if (value !== '') body[field] = value
    else if (!secretFields.includes(field)) body[field] = null
  }
  return body
}

export type ConnectionType = 'api_key' | 'bearer' | 'basic' | 'oauth2'

export const typeNames = textsOf('automations', 'connectionTypes')

export const fieldsByType: Record<ConnectionType, readonly string[]> = {
  api_key: ['header', 'token'],
  bearer: ['token'],
  basic: ['username', 'password'],
  oauth2: ['token_url', 'client_id', 'client_secret', 'scopes'],
}

export const commonFields = ['test_url', 'allowed_hosts'] as const

/** Write-only. */
export const secretFields: readonly string[] = ['token', 'password', 'client_secret']
