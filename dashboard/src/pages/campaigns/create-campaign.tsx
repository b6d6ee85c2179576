// The dialog that creates a campaign: its name, channel and assistant; everything else follows on its page.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { type Channel, wordTexts } from './words.ts'

const texts = textsOf(
  {
    title: 'New campaign',
    channelHelp: 'How leads are contacted first.',
    assistant: 'Assistant that calls',
    noAssistant: 'No assistant yet',
    help: 'The campaign is a draft until you start it. You import its leads and change everything on the next page.',
  },
  {
    title: 'Neue Kampagne',
    channelHelp: 'Wie Leads zuerst kontaktiert werden.',
    assistant: 'Assistent, der anruft',
    noAssistant: 'Noch kein Assistent',
    help: 'Bis zum Start ist die Kampagne ein Entwurf. Auf der nächsten Seite importieren Sie die Leads und ändern alles Weitere.',
  },
)

export function CreateCampaign({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={onClose}>
      <CreateForm onClose={onClose} />
    </Dialog>
  )
}

function CreateForm({ onClose }: { onClose(): void }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const navigate = useNavigate()
  const assistants = useRead('assistants', 'listOutbound')
  const [name, setName] = useState('')
  const [channel, setChannel] = useState<Channel>('call')
  const [chosen, setChosen] = useState<number | undefined>()
  const create = useAction('campaigns', 'create', {
    onDone: ({ data }) => {
      onClose()
      void navigate({ to: '/campaigns/$id', params: { id: String(data.id) }, search: { tab: 'setup' } })
    },
  })
  // With one assistant there is nothing to choose.
  const assistantId = chosen ?? (assistants.data?.length === 1 ? assistants.data[0]!.id : undefined)
  const submit = () => {
    if (create.isPending) return
    create.mutate({
      name,
      channel,
      ...(channel === 'call' && assistantId !== undefined && { assistant_id: assistantId }),
    })
  }
  return (
    <Form onSubmit={submit} error={create.error} fields={['name', 'channel', 'assistant_id']}>
      <TextField name="name" label={t.name} value={name} onChange={setName} maxLength={255} autoFocus />
      <Select
        name="channel"
        label={t.channel}
        help={t.channelHelp}
        options={(['call', 'chatapp', 'sms'] as const).map((value) => ({ value, label: words.channels[value] }))}
        value={channel}
        onChange={(next) => setChannel(next)}
      />
      {channel === 'call' && (
        <Select
          name="assistant_id"
          label={t.assistant}
          placeholder={t.noAssistant}
          options={(assistants.data ?? []).map((each) => ({ value: each.id, label: each.name }))}
          value={assistantId ?? null}
          onChange={(next) => setChosen(next)}
        />
      )}
      <p className="text-sm text-soft">{t.help}</p>
      <FormButtons submit={t.create} isPending={create.isPending} />
    </Form>
  )
}
