// Creates or changes an HTTP tool.
import { useState } from 'react'
import { type InputOf, type ReplyFrom, useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'
import { Notice } from '../../ui/states.tsx'
import { type Header, HeaderFields } from './header-fields.tsx'
import { emptySchema, ParameterFields, type ParameterSchema } from './parameter-fields.tsx'

const texts = textsOf(
  {
    nameHelp: 'The name that models use: letters, digits, _ and -.',
    descriptionHelp: 'What the tool does and when the model should use it.',
    url: 'Address',
    urlHelp: 'With GET and DELETE, arguments are sent in the address, with other methods as a JSON body.',
    method: 'Method',
    timeout: 'Timeout in seconds',
    speak: 'Spoken while the tool runs',
    trust:
      'The model derives the arguments from the conversation. Your server must not treat them as proof of who the customer is.',
    json: 'Parameters as a JSON schema',
    wrongJson: 'This is not valid JSON.',
    asJson: 'Edit as a JSON schema',
    asForm: 'Edit as a form',
    create: 'Create the tool',
    saved: 'The tool was saved.',
  },
  {
    nameHelp: 'Der Name, den Modelle verwenden: Buchstaben, Ziffern, _ und -.',
    descriptionHelp: 'Was das Werkzeug tut und wann das Modell es verwenden soll.',
    url: 'Adresse',
    urlHelp:
      'Bei GET und DELETE werden Argumente in der Adresse gesendet, bei anderen Methoden als JSON im Inhalt der Anfrage.',
    method: 'Methode',
    timeout: 'Zeitlimit in Sekunden',
    speak: 'Wird gesprochen, während das Werkzeug läuft',
    trust:
      'Das Modell leitet die Argumente aus der Konversation ab. Ihr Server darf sie nicht als Beweis dafür behandeln, wer der Kunde ist.',
    json: 'Parameter als JSON-Schema',
    wrongJson: 'Das ist kein gültiges JSON.',
    asJson: 'Als JSON-Schema bearbeiten',
    asForm: 'Als Formular bearbeiten',
    create: 'Werkzeug erstellen',
    saved: 'Das Werkzeug wurde gespeichert.',
  },
)

export type Tool = ReplyFrom<'tools', 'list'>[number]

const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const
const fields = ['name', 'description', 'url', 'method', 'timeout_seconds', 'speak_during']

export function ToolForm({ tool, onClose }: { tool: Tool | undefined; onClose(): void }) {
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
  const create = useAction('tools', 'create', { onDone })
  const update = useAction('tools', 'update', { onDone })
  const action = tool ? update : create
  const set = (field: keyof typeof values) => (value: string) => setValues((old) => ({ ...old, [field]: value }))
  const parsed = json === undefined ? schema : parse(json)
  const submit = () => {
    if (action.isPending || parsed === undefined) return
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
    <Form onSubmit={submit} error={action.error} fields={json === undefined ? fields : [...fields, 'parameters']}>
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
      <FormButtons
        submit={tool ? t.save : t.create}
        isPending={action.isPending}
        isDisabled={parsed === undefined}
        onCancel={onClose}
      />
    </Form>
  )
}

function parse(json: string): ParameterSchema | undefined {
  try {
    const value = JSON.parse(json) as unknown
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as ParameterSchema) : undefined
  } catch {
    return undefined
  }
}
