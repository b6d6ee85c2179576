// Takes files for a knowledge base, and lists their uploads.
import { FileUp, FileWarning, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DropItem, DropZone, FileTrigger, Text } from 'react-aria-components'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { dropZone, useDropsBeside, useLeaveWarning } from '../../ui/leaving.ts'
import { Button, IconButton, Progress } from '../../ui/page.tsx'
import {
  acceptedExtensions,
  addUploads,
  areUploadsOpen,
  maxFileBytes,
  removeUpload,
  retryUpload,
  type Upload,
  useUploads,
} from './uploads.ts'

const texts = textsOf('knowledge', 'uploadList')

export function UploadList({ knowledgebaseId }: { knowledgebaseId: number }) {
  const t = useTexts(texts)
  const uploads = useUploads(knowledgebaseId)
  if (uploads.length === 0) return null
  return (
    <ul aria-label={t.list} className="flex max-h-72 flex-col divide-y overflow-auto rounded-lg border" tabIndex={0}>
      {uploads.map((upload) => (
        <li key={upload.id} className="flex items-center gap-3 px-3 py-2">
          <Row upload={upload} />
        </li>
      ))}
    </ul>
  )
}

function Row({ upload: { id, file, state, problem } }: { upload: Upload }) {
  const t = useTexts(texts)
  const { errorOf } = useMessages()
  const format = useFormats()
  const Icon = state === 'failed' ? FileWarning : FileUp
  const reasonOf = () => {
    if (problem instanceof Error) return errorOf(problem)
    if (problem === 'type') return t.type(acceptedExtensions.join(', '))
    return problem === 'size' ? t.size(format.number(maxFileBytes / 1024 / 1024)) : t.empty
  }
  return (
    <>
      <Icon aria-hidden size={18} className={state === 'failed' ? 'shrink-0 text-bad' : 'shrink-0 text-soft'} />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{file.name}</p>
        {state === 'failed' ? (
          <p role="alert" className="text-sm text-bad">
            {reasonOf()}
          </p>
        ) : (
          <div className="flex items-center gap-3 text-sm text-soft">
            <span className="shrink-0">{state === 'sending' ? t.sending : t.waiting}</span>
            {state === 'sending' && <Progress label={t.progress(file.name)} />}
          </div>
        )}
      </div>
      {typeof problem === 'object' && (
        <IconButton icon={RotateCw} size="small" label={t.retry(file.name)} onPress={() => retryUpload(id)} />
      )}
      {state === 'failed' && (
        <IconButton icon={X} size="small" label={t.remove(file.name)} onPress={() => removeUpload(id)} />
      )}
    </>
  )
}

const dropFilesTexts = textsOf('knowledge', 'dropFiles')

async function filesOf(items: readonly DropItem[]): Promise<File[]> {
  const files: File[] = []
  for (const item of items) {
    if (item.kind === 'file') files.push(await item.getFile())
    if (item.kind === 'directory') for await (const entry of item.getEntries()) files.push(...(await filesOf([entry])))
  }
  return files
}

/** `children` are other ways to add a document. */
export function DropFiles({ knowledgebaseId, children }: { knowledgebaseId: number; children: ReactNode }) {
  const t = useTexts(dropFilesTexts)
  const format = useFormats()
  useDropsBeside()
  useLeaveWarning(areUploadsOpen)
  return (
    <DropZone
      {...dropZone}
      onDrop={({ items }) => void filesOf(items).then((files) => addUploads(knowledgebaseId, files))}
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-xl border-2 border-dashed border-strong-line/60 px-5 py-4 data-[drop-target]:border-accent data-[drop-target]:bg-accent-soft"
    >
      <FileUp aria-hidden className="shrink-0 text-soft" />
      <div className="min-w-0 grow">
        <Text slot="label" className="block font-medium">
          {t.drop}
        </Text>
        <p className="text-sm text-soft">{t.limits(format.number(maxFileBytes / 1024 / 1024))}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={acceptedExtensions}
          onSelect={(files) => files && addUploads(knowledgebaseId, [...files])}
        >
          <Button look="primary">{t.choose}</Button>
        </FileTrigger>
        {children}
      </div>
    </DropZone>
  )
}
