// Creates an automation: a name, and what starts it.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Dialog } from '../../../ui/overlays.tsx'
import { Loaded } from '../../../ui/page.tsx'
import { withPlaceholder } from '../flow/placeholder.ts'
import { SearchMenu } from '../forms/search-menu.tsx'
import { iconOf } from '../parts/icons.ts'
import { useNames } from '../parts/names.ts'
import type { StepTypes } from '../parts/types.ts'

const texts = textsOf('automations', 'createDialog')

/** The settings that a trigger needs. They can be changed in the editor. */
const firstSettings: Record<string, object> = { schedule: { cron: '0 9 * * *' } }

export function CreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): Promise<void> }) {
  const t = useTexts(texts)
  const parts = useRead('automations', 'stepTypes', {}, { isEnabled: isOpen })
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={onClose}>
      <Loaded query={parts}>{(loaded) => <CreateForm parts={loaded} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

function CreateForm({ parts, onClose }: { parts: StepTypes; onClose(): Promise<void> }) {
  const t = useTexts(texts)
  const names = useNames()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [assistant, setAssistant] = useState(0)
  const assistants = useRead('assistants', 'listAll')
  const create = useAction('automations', 'create')
  const start = async (type: string) => {
    if (create.isPending) return
    const flow = withPlaceholder({ trigger: { type, input: { ...firstSettings[type] } }, steps: [] })
    // A webhook waits for its first request, which starts a run without effect.
    const order = {
      enabled: type === 'webhook',
      name: name.trim() || names.type(type),
      flow: { ...flow },
      ...(assistant > 0 && { assistant_id: assistant }),
    }
    const { automation_id: id } = await create.mutateAsync(order)
    // The way back leads to the list, not to the dialog.
    await onClose()
    await navigate({ to: '/automations/$id', params: { id }, search: { step: 'trigger' } })
  }
  return (
    <Form onSubmit={() => {}} action={create}>
      <TextField label={t.name} name="name" value={name} onChange={setName} autoFocus />
      <Select
        label={t.assistant}
        options={[
          { value: 0, label: t.allAssistants },
          ...(assistants.data ?? []).map((each) => ({ value: each.id, label: each.name })),
        ]}
        value={assistant}
        onChange={(next) => setAssistant(Number(next))}
      />
      <SearchMenu
        label={t.search}
        hasFocus={false}
        className="rounded-lg border"
        groups={[
          {
            name: t.trigger,
            choices: parts.triggers.map(({ type }) => ({
              id: type,
              name: names.type(type),
              detail: names.description(type) ?? '',
              icon: iconOf(type),
              onAction: () => void start(type).catch(() => {}),
            })),
          },
        ]}
      />
      <p className="text-sm text-soft">{t.help}</p>
    </Form>
  )
}
