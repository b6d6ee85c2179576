// Creates or changes an HTTP tool.
import { parseJsonObject } from '@parley/rules'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type InputOf, type ReplyFrom, useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'
import { Button, IconButton, Notice } from '../../ui/page.tsx'
import { emptySchema, ParameterFields, type ParameterSchema } from './parameter-fields.tsx'

const texts = textsOf('developers', 'toolForm')

export type Tool = ReplyFrom<'tools', 'list'>[number]

const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const

interface Props {
  /** Undefined to create one. */
  tool: Tool | undefined
  onClose(): void
  onCreated?(id: number): void
}

export function ToolForm({ tool, onClose, onCreated }: Props) {
  const t = useTexts(texts)
  const [values, setValues] = useState({
    name: tool?.name ?? '',
    description: tool?.description ?? '',
    url: tool?.url ?? '',
    method: tool?.method ?? 'POST',
    timeout: String(tool?.timeout_seconds ?? ''),
    speak: tool?.speak_during ?? '',
  })
  const [headers, setHeaders] = useState<readonly Header[]>(tool?.headers ?? [])
  const [schema, setSchema] = useState<ParameterSchema>((tool?.parameters as ParameterSchema) ?? emptySchema)
  /** Undefined while the parameters are edited as a form. */
  const [json, setJson] = useState<string>()
  const onDone = () => {
    say(t.saved)
    onClose()
  }
  const create = useAction('tools', 'create', {
    onDone: ({ data }) => {
      onDone()
      onCreated?.(data.id)
    },
  })
  const update = useAction('tools', 'update', { onDone })
  const action = tool ? update : create
  const set = (field: keyof typeof values) => (value: string) => setValues((old) => ({ ...old, [field]: value }))
  const parsed = json === undefined ? schema : parse(json)
  const submit = () => {
    if (parsed === undefined) return
    const body: InputOf<'tools', 'create'> = {
      name: values.name,
      description: values.description,
      url: values.url,
      method: values.method,
      headers: headers.filter(({ name, value }) => name !== '' || value !== ''),
      parameters: parsed,
      speak_during: values.speak === '' ? null : values.speak,
      ...(values.timeout !== '' && { timeout_seconds: Number(values.timeout) }),
    }
    if (tool) update.mutate({ id: tool.id, ...body })
    else create.mutate(body)
  }
  const switchView = () => {
    if (json === undefined) setJson(JSON.stringify(schema, null, 2))
    else if (parsed) {
      setSchema(parsed)
      setJson(undefined)
    }
  }
  return (
    <Form onSubmit={submit} action={action}>
      <TextField name="name" label={t.name} help={t.nameHelp} isMono value={values.name} onChange={set('name')} />
      <TextField
        name="description"
        label={t.description}
        help={t.descriptionHelp}
        rows={2}
        value={values.description}
        onChange={set('description')}
      />
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Select
          name="method"
          label={t.method}
          options={methods.map((value) => ({ value, label: value }))}
          value={values.method}
          onChange={(method) => setValues((old) => ({ ...old, method }))}
        />
        <TextField
          name="url"
          label={t.url}
          isMono
          placeholder="https://example.com/orders"
          value={values.url}
          onChange={set('url')}
        />
      </div>
      <p className="-mt-2 text-sm text-soft">{t.urlHelp}</p>
      <HeaderFields headers={headers} onChange={setHeaders} />
      {json === undefined ? (
        <ParameterFields schema={schema} onChange={setSchema} />
      ) : (
        <TextField
          name="parameters"
          label={t.json}
          isMono
          rows={12}
          value={json}
          onChange={setJson}
          isInvalid={parsed === undefined}
          help={parsed === undefined ? t.wrongJson : undefined}
        />
      )}
      <div>
        <Button size="small" look="quiet" onPress={switchView} isDisabled={parsed === undefined}>
          {json === undefined ? t.asJson : t.asForm}
        </Button>
      </div>
      <Notice>{t.trust}</Notice>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem] sm:items-end">
        <TextField name="speak_during" label={t.speak} value={values.speak} onChange={set('speak')} />
        <TextField
          name="timeout_seconds"
          label={t.timeout}
          inputMode="numeric"
          placeholder="10"
          value={values.timeout}
          onChange={set('timeout')}
        />
      </div>
      <FormButtons submit={tool ? t.save : t.create} isDisabled={parsed === undefined} onCancel={onClose} />
    </Form>
  )
}

const parse = (json: string): ParameterSchema | undefined => parseJsonObject(json) as ParameterSchema | undefined

const headerFieldsTexts = textsOf('developers', 'headerFields')

interface Header {
  name: string
  value: string
}

/** The headers that a tool sends, as pairs of fields. */
function HeaderFields({
  headers,
  onChange,
}: {
  headers: readonly Header[]
  onChange(headers: readonly Header[]): void
}) {
  const t = useTexts(headerFieldsTexts)
  const change = (at: number, part: Partial<Header>) =>
    onChange(headers.map((header, index) => (index === at ? { ...header, ...part } : header)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{t.headers}</legend>
      {headers.length > 0 && <p className="text-sm text-soft">{t.help}</p>}
      {headers.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header has no other identity while its name is typed
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
          <TextField label={t.name} isMono value={name} onChange={(next) => change(index, { name: next })} />
          <TextField label={t.value} isMono value={value} onChange={(next) => change(index, { value: next })} />
          <IconButton
            icon={X}
            label={t.remove(name)}
            onPress={() => onChange(headers.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button icon={Plus} size="small" onPress={() => onChange([...headers, { name: '', value: '' }])}>
          {t.add}
        </Button>
      </div>
    </fieldset>
  )
}
