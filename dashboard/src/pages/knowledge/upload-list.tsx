// Takes files for a knowledge base, and lists them with their uploads.
import { FileUp, FileWarning, RotateCw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DropItem, DropZone, FileTrigger, Text } from 'react-aria-components'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { dropZone, useDropsBeside } from '../../ui/leaving.ts'
import { Button, type ButtonProps, IconButton, Progress } from '../../ui/page.tsx'
import {
  acceptedExtensions,
  type ChosenFile,
  checkFiles,
  maxFileBytes,
  removeUpload,
  retryUpload,
  type Upload,
  useUploads,
} from './uploads.ts'

const texts = textsOf('knowledge', 'uploadList')

interface UploadListProps {
  knowledgebaseId: number | undefined
  /** Files that have not been sent yet. */
  chosen?: readonly ChosenFile[]
  onRemove?(id: string): void
}

export function UploadList({ knowledgebaseId, chosen = [], onRemove }: UploadListProps) {
  const t = useTexts(texts)
  const uploads = useUploads(knowledgebaseId)
  if (uploads.length + chosen.length === 0) return null
  return (
    <ul aria-label={t.list} className="flex max-h-72 flex-col divide-y overflow-auto rounded-lg border" tabIndex={0}>
      {uploads.map((upload) => (
        <Row key={upload.id} upload={upload} onRemove={removeUpload} onRetry={retryUpload} />
      ))}
      {chosen.map((file) => (
        <Row key={file.id} upload={file} onRemove={(id) => onRemove?.(id)} />
      ))}
    </ul>
  )
}

interface RowProps {
  upload: Upload | ChosenFile
  onRemove(id: string): void
  onRetry?(id: string): void
}

function Row({ upload, onRemove, onRetry }: RowProps) {
  const { id, file, state, problem } = upload
  const share = 'share' in upload ? upload.share : undefined
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
    <li className="flex items-center gap-3 px-3 py-2">
      <Icon aria-hidden size={18} className={state === 'failed' ? 'shrink-0 text-bad' : 'shrink-0 text-soft'} />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{file.name}</p>
        {state === 'failed' ? (
          <p role="alert" className="text-sm text-bad">
            {reasonOf()}
          </p>
        ) : (
          <div className="flex items-center gap-3 text-sm text-soft">
            <span className="shrink-0">{t[state]}</span>
            {state === 'sending' && <Progress label={t.progress(file.name)} share={share} />}
          </div>
        )}
      </div>
      {typeof problem === 'object' && onRetry && (
        <IconButton icon={RotateCw} size="small" label={t.retry(file.name)} onPress={() => onRetry(id)} />
      )}
      {(state === 'failed' || state === 'chosen') && (
        <IconButton icon={X} size="small" label={t.remove(file.name)} onPress={() => onRemove(id)} />
      )}
    </li>
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

interface DropFilesProps {
  onFiles(files: ChosenFile[]): void
  look?: ButtonProps['look']
  /** Other ways to add a document. */
  children?: ReactNode
}

export function DropFiles({ onFiles, look = 'plain', children }: DropFilesProps) {
  const t = useTexts(dropFilesTexts)
  const format = useFormats()
  useDropsBeside()
  return (
    <DropZone
      {...dropZone}
      onDrop={({ items }) => void filesOf(items).then((files) => onFiles(checkFiles(files)))}
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
          onSelect={(files) => files && onFiles(checkFiles([...files]))}
        >
          <Button look={look}>{t.choose}</Button>
        </FileTrigger>
        {children}
      </div>
    </DropZone>
  )
}
