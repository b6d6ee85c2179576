// A document beside the list: its progress, why it failed and what to do, its pages, and its changes.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { client } from '../../api/client.ts'
import { queryClient, useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { ConfirmButton, Dialog, say, sayError } from '../../ui/overlays.tsx'
import { Button, Loaded, Notice, Progress } from '../../ui/page.tsx'
import { Facts, Time } from '../../ui/values.tsx'
import { useKnowledgeAddress } from './address.ts'
import { DocumentState, type DocumentWithPages, isUnfinished } from './document-state.tsx'
import { WebAddress, WebsitePages } from './website-pages.tsx'

const texts = textsOf('knowledge', 'documentDrawer')

const progressMs = 1_500

interface DrawerProps {
  knowledgebaseId: number
  documentId: number
}

export function DocumentDrawer({ knowledgebaseId, documentId }: DrawerProps) {
  const t = useTexts(texts)
  const [, change] = useKnowledgeAddress()
  const input = { knowledgebaseId, documentId }
  const known = useRead('knowledge', 'getDocument', input)
  const isBusy = known.data !== undefined && isUnfinished(known.data.data)
  const query = useRead('knowledge', 'getDocument', input, isBusy ? { refetchMs: progressMs } : {})
  return (
    <Dialog
      title={query.data?.data.name ?? t.document}
      look="drawer"
      isOpen
      onClose={() => change({ document: undefined })}
    >
      <Loaded query={query}>{({ data }) => <Details knowledgebaseId={knowledgebaseId} document={data} />}</Loaded>
    </Dialog>
  )
}

function Details({ knowledgebaseId, document }: { knowledgebaseId: number; document: DocumentWithPages }) {
  const t = useTexts(texts)
  const format = useFormats()
  const [isEditing, setEditing] = useState(false)
  const { type, error, warnings, file_name, file_size, url, pages, pages_done, pages_known, pages_without_text } =
    document
  const hint = { website: t.failedWebsite, pdf: t.failedPdf, docx: t.failedFile, txt: t.failedFile }[type]
  if (isEditing)
    return <DocumentForm knowledgebaseId={knowledgebaseId} document={document} onClose={() => setEditing(false)} />
  return (
    <div className="flex flex-col gap-5">
      {document.status === 'failed' && (
        <Notice look="bad">
          <p className="font-medium">
            <ServerText of={error} />
          </p>
          <p>{hint}</p>
        </Notice>
      )}
      {pages_without_text.length > 0 && (
        <Notice look="warn">{t.scanned(pages_without_text.map(format.number).join(', '))}</Notice>
      )}
      {document.status === 'active' && warnings.length > 0 && (
        <Notice look="warn">
          {warnings.map((warning) => (
            <p key={warning} className="break-words">
              <ServerText of={warning} />
            </p>
          ))}
        </Notice>
      )}
      {document.status === 'processing' && (
        <Progress label={t.progress} share={pages_known ? (pages_done ?? 0) / pages_known : undefined} />
      )}
      <Facts
        facts={[
          [t.state, <DocumentState key="state" document={document} />],
          [t.type, document.type_label],
          document.description && [t.description, document.description],
          file_name && [
            t.file,
            file_name + (file_size === null ? '' : ` (${t.size(format.number(file_size / 1024))})`),
          ],
          url && [t.address, <WebAddress key="address" url={url} />],
          [t.passages, format.number(document.passages_count)],
          [t.added, <Time key="added" at={document.created_at} />],
          [t.changed, <Time key="changed" at={document.updated_at} />],
        ]}
      />
      <Actions knowledgebaseId={knowledgebaseId} document={document} onEdit={() => setEditing(true)} />
      {pages.length > 0 && <WebsitePages pages={pages} />}
    </div>
  )
}

function Actions({
  knowledgebaseId,
  document,
  onEdit,
}: {
  knowledgebaseId: number
  document: DocumentWithPages
  onEdit(): void
}) {
  const t = useTexts(texts)
  const may = useMay()
  const [, change] = useKnowledgeAddress()
  const again = useReadAgain(knowledgebaseId, document)
  const remove = useAction('knowledge', 'deleteDocument', {
    onDone: () => {
      change({ document: undefined })
      say(t.removed)
    },
  })
  if (!may('knowledge', 'updateDocument')) return null
  return (
    <div className="flex flex-wrap gap-2">
      {document.type === 'website' && document.status !== 'processing' && (
        <Button onPress={() => again.mutate()} isPending={again.isPending}>
          {t.again}
        </Button>
      )}
      <Button onPress={onEdit}>{t.edit}</Button>
      <ConfirmButton
        title={t.removeTitle}
        text={t.removeText(document.name)}
        action={t.remove}
        mutation={remove}
        input={{ knowledgebaseId, documentId: document.id }}
      />
    </div>
  )
}

const maxFurtherPages = 50

/** The API reads a website once, so reading it again creates a document in place of the previous one. */
function useReadAgain(knowledgebaseId: number, { id, name, description, url, pages }: DocumentWithPages) {
  const t = useTexts(texts)
  const [, change] = useKnowledgeAddress()
  const further = Math.min(pages.length - 1, maxFurtherPages)
  return useMutation({
    mutationFn: async () => {
      const source = url
        ? { url, ...(further > 0 && { relative_links_limit: further }) }
        : { links: pages.map((page) => page.url) }
      const fields = { knowledgebaseId, type: 'website', name, description, ...source } as const
      const { data } = await client.knowledge.createDocument(fields)
      await client.knowledge.deleteDocument({ knowledgebaseId, documentId: id })
      return data.id
    },
    onSuccess: (document) => {
      change({ document })
      say(t.isRead)
    },
    onError: sayError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['knowledge'] }),
  })
}

interface DocumentFormProps {
  knowledgebaseId: number
  document: { id: number; name: string; description: string | null }
  onClose(): void
}

/** Changes the name and the description of a document. */
function DocumentForm({ knowledgebaseId, document, onClose }: DocumentFormProps) {
  const t = useTexts()
  const schemaOf = useFieldSchemas('knowledge', 'updateDocument')
  const { values, field } = useFields({ name: document.name, description: document.description ?? '' })
  const update = useAction('knowledge', 'updateDocument', { onDone: onClose })
  const submit = () =>
    update.mutate({ ...values, knowledgebaseId, documentId: document.id, description: values.description || null })
  const limit = (name: string) => schemaOf(name).maxLength ?? 255
  return (
    <Form onSubmit={submit} action={update}>
      <TextField {...field('name')} label={t.name} maxLength={limit('name')} autoFocus />
      <TextField {...field('description')} label={t.description} maxLength={limit('description')} rows={3} />
      <FormButtons onCancel={onClose} />
    </Form>
  )
}
