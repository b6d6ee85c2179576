// Chooses an approved template, fills its variables with a preview, and sends it.
import { useState } from 'react'
import { newKey } from '#widget/src/new-key.ts'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useLanguageName } from '../../i18n/language-name.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { SearchField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Badge, Button, Empty, LinkButton, Loaded } from '../../ui/page.tsx'
import { composerTexts } from './composer-texts.ts'
import { customerNameOf, type Detail } from './records.ts'
import type { ChatWindow } from './use-window.ts'

type Template = ReplyFrom<'senders', 'listTemplates'>['data'][number]

export interface TemplateDialogProps {
  conversation: Detail
  window: ChatWindow
  isOpen: boolean
  onClose(): void
}

export function TemplateDialog({ conversation, window, isOpen, onClose }: TemplateDialogProps) {
  const t = useTexts(composerTexts)
  return (
    <Dialog title={t.template} look="drawer" isOpen={isOpen} onClose={onClose}>
      <Steps conversation={conversation} window={window} onClose={onClose} />
    </Dialog>
  )
}

function Steps({ conversation, window, onClose }: Omit<TemplateDialogProps, 'isOpen'>) {
  const [template, setTemplate] = useState<Template>()
  if (!template) return <TemplateList senderId={window.senderId} onChoose={setTemplate} />
  return (
    <TemplateForm
      template={template}
      conversation={conversation}
      window={window}
      onBack={() => setTemplate(undefined)}
      onClose={onClose}
    />
  )
}

function TemplateList({ senderId, onChoose }: { senderId: number; onChoose(template: Template): void }) {
  const t = useTexts(composerTexts)
  const languageOf = useLanguageName()
  const may = useMay()
  const [search, setSearch] = useState('')
  const templates = useRead('senders', 'listTemplates', { senderId, status: 'approved' })
  const lower = search.toLowerCase()
  return (
    <Loaded query={templates}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={t.noTemplates} text={t.noTemplatesText}>
            {may('senders', 'list') && <LinkButton to="/messages">{t.toMessages}</LinkButton>}
          </Empty>
        ) : (
          <div className="flex flex-col gap-3">
            <SearchField label={t.findTemplate} value={search} onChange={setSearch} />
            <ul aria-label={t.templates} className="flex flex-col gap-2">
              {data
                .filter(({ name, body_text }) => `${name} ${body_text}`.toLowerCase().includes(lower))
                .map((template) => (
                  <li key={template.id}>
                    <button
                      type="button"
                      onClick={() => onChoose(template)}
                      className="flex w-full cursor-pointer flex-col gap-1 rounded-lg border px-3 py-2 text-start hover:bg-sunken"
                    >
                      <span className="flex flex-wrap items-center gap-2 font-medium">
                        <span className="break-all">{template.name}</span>
                        <Badge>{languageOf(template.language)}</Badge>
                      </span>
                      <span dir="auto" className="line-clamp-3 text-sm break-words text-soft">
                        {template.body_text}
                      </span>
                    </button>
                  </li>
                ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  )
}

/** Known values of the customer fill variables of the same name. */
function firstValueOf(name: string, conversation: Detail): string {
  if (/^(?:customer_?|first_?)?name$/i.test(name)) return customerNameOf(conversation) ?? ''
  return conversation.variables[name] ?? ''
}

function TemplateForm({
  template,
  conversation,
  window,
  onBack,
  onClose,
}: Omit<TemplateDialogProps, 'isOpen'> & { template: Template; onBack(): void }) {
  const t = useTexts(composerTexts)
  const [values, setValues] = useState(() => template.variables.map((name) => firstValueOf(name, conversation)))
  const [key, setKey] = useState(() => newKey())
  const change = (index: number, value: string) => {
    setValues((known) => known.with(index, value))
    // Other values are another message.
    setKey(newKey())
  }
  const send = useAction('messages', 'sendTemplate', {
    changes: ['conversations'],
    idempotencyKey: () => key,
    onDone: () => {
      say(t.templateSent)
      onClose()
    },
  })
  const submit = () =>
    send.mutate({
      sender_id: window.senderId,
      template_id: template.id,
      recipient_phone: window.phone,
      variables: Object.fromEntries(template.variables.map((name, index) => [name, values[index]!])),
    })
  return (
    <Form onSubmit={submit} action={send}>
      <p className="font-medium break-all">{template.name}</p>
      {template.variables.map((name, index) => (
        <TextField
          key={name}
          label={t.valueFor(name)}
          value={values[index]!}
          onChange={(value) => change(index, value)}
        />
      ))}
      <Preview template={template} values={values} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onBack}>{t.anotherTemplate}</Button>
        <Button
          type="submit"
          look="primary"
          isPending={send.isPending}
          isDisabled={values.some((value) => value.trim() === '')}
        >
          {t.sendTemplate}
        </Button>
      </div>
    </Form>
  )
}

function Preview({ template, values }: { template: Template; values: readonly string[] }) {
  const t = useTexts(composerTexts)
  const keys = placeholdersOf(template)
  const filled = (text: string) =>
    text.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) => values[keys.indexOf(name)] || whole)
  const partsOf = (...names: string[]) => template.parts.filter(({ part }) => names.includes(part))
  return (
    <section aria-label={t.preview} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{t.preview}</h3>
      <div className="flex max-w-md flex-col gap-1.5 rounded-xl bg-accent-soft px-3 py-2">
        {partsOf('header', 'media').map(({ part, text }) => (
          <p key={part} dir="auto" className="font-medium break-words">
            {filled(text)}
          </p>
        ))}
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {filled(template.body_text)}
        </p>
        {partsOf('footer', 'code', 'other').map(({ part, text }) => (
          <p key={part} dir="auto" className="text-sm break-words text-soft">
            {filled(text)}
          </p>
        ))}
        {partsOf('button').map(({ text, value }) => (
          <p key={`${text} ${value}`} dir="auto" className="rounded-lg border bg-card px-2 py-1 text-center text-sm">
            {filled(text)}
          </p>
        ))}
      </div>
    </section>
  )
}

/** The placeholders of the body and of all parts, in the order of `variables`. */
function placeholdersOf({ body_text, parts }: Template): string[] {
  const texts = [body_text, ...parts.flatMap(({ text, value }) => [text, value ?? ''])]
  const found = texts.flatMap((text) => [...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map(([, name]) => name!))
  return [...new Set(found)].toSorted((one, other) => Number(one) - Number(other) || 0)
}
