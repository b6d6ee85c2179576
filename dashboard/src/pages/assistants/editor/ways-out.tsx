// Ways to what an assistant needs but the account does not have yet, for members who may change it.
// None of them loses unsaved changes.
import { useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ExternalLink, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Area, useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { Dialog } from '../../../ui/overlays.tsx'
import { Button } from '../../../ui/page.tsx'
import { ToolForm } from '../../developers/tool-form.tsx'
import { KnowledgebaseForm } from '../../knowledge/knowledgebase-form.tsx'
import { useEditor } from './editor-context.tsx'

const texts = textsOf('assistant-editor', 'waysOut')

interface WayOutProps extends Pick<LinkProps, 'to' | 'search'> {
  /** A sentence before the link. */
  hint?: string
  children: ReactNode
}

/** Opens another page in a tab of its own; this one keeps its unsaved changes, and reads its lists again on return. */
export function WayOut({ hint, children, ...link }: WayOutProps) {
  const t = useTexts(texts)
  const cache = useQueryClient()
  const { isReadOnly } = useEditor()
  if (isReadOnly) return null
  const readAgain = () => window.addEventListener('focus', () => void cache.invalidateQueries(), { once: true })
  return (
    <p className="text-sm text-soft">
      {hint}{' '}
      <Link
        {...link}
        target="_blank"
        onClick={readAgain}
        className="inline-flex items-center gap-1.5 whitespace-nowrap text-accent hover:underline"
      >
        {children}
        <ExternalLink aria-hidden size={14} />
        <span className="sr-only">{t.newTab}</span>
      </Link>
    </p>
  )
}

type Creatable = 'knowledge' | 'tools' | 'folders' | 'labels'

/** A button that opens the form of a new record, which is selected afterwards. Nothing for members who may not create it. */
export function CreateButton({ area, onCreated }: { area: Creatable; onCreated(id: number): void }) {
  const t = useTexts(texts)
  const may = useMay()
  const { isReadOnly } = useEditor()
  const [isOpen, setOpen] = useState(false)
  if (isReadOnly || !may(area as Area, 'create' as never)) return null
  const form = { isOpen, onClose: () => setOpen(false), onCreated }
  return (
    <>
      <Button icon={Plus} size="small" className="self-start" onPress={() => setOpen(true)}>
        {t[area]}
      </Button>
      {area === 'knowledge' ? (
        <KnowledgebaseForm {...form} />
      ) : (
        <Dialog title={t[area]} look={area === 'tools' ? 'drawer' : 'dialog'} isOpen={isOpen} onClose={form.onClose}>
          {area === 'tools' ? <ToolForm tool={undefined} {...form} /> : <GroupForm kind={area} {...form} />}
        </Dialog>
      )}
    </>
  )
}

interface GroupFormProps {
  kind: 'folders' | 'labels'
  onClose(): void
  onCreated(id: number): void
}

function GroupForm({ kind, onClose, onCreated }: GroupFormProps) {
  const t = useTexts()
  const { values, field } = useFields({ name: '' })
  const create = useAction(kind, 'create', {
    onDone: ({ data }) => {
      onCreated(data.id)
      onClose()
    },
  })
  return (
    <Form action={create} onSubmit={() => create.mutate(values)}>
      <TextField {...field('name')} label={t.name} autoFocus />
      <FormButtons submit={t.create} onCancel={onClose} />
    </Form>
  )
}
