// Asks for the assistant, the number and the variables of a call, and makes it.
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ComboBox, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Empty, LinkButton, Loaded } from '../../ui/page.tsx'
import { type AssistantRow, useAssistants } from './choices.ts'

const texts = textsOf('calls', 'makeCall')

const canCall = ({ type, deactivated, phone_number_id: number }: AssistantRow): boolean =>
  type !== 'inbound' && !deactivated && number !== null

interface MakeCallProps {
  /** The phone number with which the form begins. */
  phone: string
  /** Resolves when the address no longer opens the dialog. */
  onClose(): Promise<void>
}

export function MakeCall({ phone, onClose }: MakeCallProps) {
  const t = useTexts(texts)
  const assistants = useAssistants()
  return (
    <Dialog title={t.title} isOpen onClose={onClose}>
      <Loaded query={assistants}>
        {(all) => {
          const callers = all.filter(canCall)
          return callers.length === 0 ? (
            <Empty title={t.none} text={t.noneText}>
              <LinkButton to="/assistants">{t.toAssistants}</LinkButton>
            </Empty>
          ) : (
            <CallForm callers={callers} phone={phone} onClose={onClose} />
          )
        }}
      </Loaded>
    </Dialog>
  )
}

/** Only a number in another format has status 400, and its message has no field. */
function withField(error: Error | null): Error | null {
  if (!(error instanceof ParleyError) || error.status !== 400) return error
  return new ParleyError(400, { message: error.message, errors: { phone_number: [error.message] } }, error.headers)
}

function CallForm({ callers, phone: given, onClose }: MakeCallProps & { callers: readonly AssistantRow[] }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [assistantId, setAssistantId] = useState(callers[0]!.id)
  const [phone, setPhone] = useState(given)
  const [values, setValues] = useState<Record<string, string>>({})
  const make = useAction('calls', 'make', {
    async onDone({ call_id: id }) {
      // The way back leads to the list, not to the dialog.
      await onClose()
      await navigate({ to: '/calls/$id', params: { id: String(id) } })
    },
  })
  const error = useMemo(() => withField(make.error), [make.error])
  const assistant = callers.find(({ id }) => id === assistantId)
  const names = Object.keys(assistant?.variables ?? {})
  // Unchanged values are left to the assistant, so that its later changes apply.
  const variables = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
  const submit = () => {
    make.mutate({
      assistant_id: assistantId,
      phone_number: phone.trim(),
      ...(Object.keys(variables).length > 0 && { variables }),
    })
  }
  return (
    <Form onSubmit={submit} action={make} error={error}>
      <ComboBox
        name="assistant_id"
        label={t.assistant}
        help={t.assistantHelp}
        value={assistantId}
        onChange={(value) => setAssistantId(value)}
        options={callers.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField
        name="phone_number"
        type="tel"
        label={t.phone}
        help={t.phoneHelp}
        value={phone}
        onChange={setPhone}
        placeholder="+14155550123"
        autoComplete="off"
        autoFocus
        isMono
      />
      {names.length > 0 && (
        <fieldset className="flex flex-col gap-3 rounded-lg border p-3">
          <legend className="px-1 text-sm font-medium">{t.variables}</legend>
          {names.map((name) => (
            <TextField
              key={`${assistantId} ${name}`}
              name={`variables.${name}`}
              label={name}
              value={values[name] ?? assistant!.variables[name]!}
              onChange={(value) => setValues((known) => ({ ...known, [name]: value }))}
            />
          ))}
        </fieldset>
      )}
      <FormButtons submit={t.call} onCancel={onClose} />
    </Form>
  )
}
