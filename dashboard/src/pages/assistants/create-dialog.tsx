// Creates an assistant: its name, and if wanted its type and language.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { ComboBox, Select, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'

const texts = textsOf(
  {
    title: 'New assistant',
    nameHelp: 'Everything else has a default and can be changed afterwards.',
    outbound: 'Outbound',
    outboundDetail: 'Makes calls',
    inbound: 'Inbound',
    inboundDetail: 'Answers the calls to its number',
  },
  {
    title: 'Neuer Assistent',
    nameHelp: 'Alles andere hat einen Standard und lässt sich später ändern.',
    outbound: 'Ausgehend',
    outboundDetail: 'Ruft an',
    inbound: 'Eingehend',
    inboundDetail: 'Nimmt Anrufe an seine Nummer an',
  },
)

export function CreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={onClose}>
      <NewAssistant />
    </Dialog>
  )
}

function NewAssistant() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const languages = useRead('catalogues', 'languages').data
  const [name, setName] = useState('')
  const [type, setType] = useState<'inbound' | 'outbound'>('outbound')
  const [chosen, setLanguage] = useState<number>()
  const language = chosen ?? languages?.find(({ iso_2 }) => iso_2 === 'en')?.id ?? null
  const create = useAction('assistants', 'create', {
    onDone: ({ data }) => void navigate({ to: '/assistants/$id', params: { id: String(data.id) } }),
  })
  return (
    <Form
      error={create.error}
      fields={['name', 'type', 'language_id']}
      onSubmit={() => {
        if (!create.isPending) create.mutate({ name, type, ...(chosen !== undefined && { language_id: chosen }) })
      }}
    >
      <TextField label={t.name} help={t.nameHelp} name="name" value={name} onChange={setName} autoFocus />
      <Select
        label={t.type}
        name="type"
        options={[
          { value: 'outbound', label: t.outbound, detail: t.outboundDetail },
          { value: 'inbound', label: t.inbound, detail: t.inboundDetail },
        ]}
        value={type}
        onChange={(next) => setType(next)}
      />
      <ComboBox
        key={languages ? 'loaded' : 'loading'}
        label={t.language}
        name="language_id"
        options={(languages ?? []).map(({ id, name: label }) => ({ value: id, label }))}
        value={language}
        onChange={(next) => setLanguage(next)}
      />
      <Button type="submit" look="primary" className="self-end" isPending={create.isPending}>
        {t.create}
      </Button>
    </Form>
  )
}
