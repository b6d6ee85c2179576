// The files that are being sent, and those that could not be, with the reason.
import { FileUp, FileWarning, RotateCw, X } from 'lucide-react'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Progress } from '../../ui/states.tsx'
import { acceptedExtensions, maxFileBytes, removeUpload, retryUpload, type Upload, useUploads } from './uploads.ts'

const texts = textsOf(
  {
    list: 'Files being added',
    waiting: 'Waiting',
    sending: 'Being sent',
    type: (types: string) => `This type of file cannot be read. Choose one of: ${types}.`,
    size: (limit: string) => `The file is larger than ${limit} MB. Split it into smaller files.`,
    empty: 'The file is empty.',
    retry: (name: string) => `Send ${name} again`,
    remove: (name: string) => `Remove ${name} from this list`,
    progress: (name: string) => `Progress of ${name}`,
  },
  {
    list: 'Dateien, die hinzugefügt werden',
    waiting: 'Wartet',
    sending: 'Wird gesendet',
    type: (types: string) =>
      `Dieser Dateityp kann nicht gelesen werden. Wählen Sie eine Datei mit einer der Endungen: ${types}.`,
    size: (limit: string) => `Die Datei ist größer als ${limit} MB. Teilen Sie sie in kleinere Dateien auf.`,
    empty: 'Die Datei ist leer.',
    retry: (name: string) => `${name} erneut senden`,
    remove: (name: string) => `${name} aus dieser Liste entfernen`,
    progress: (name: string) => `Fortschritt von ${name}`,
  },
)

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
  const format = useFormats()
  const Icon = state === 'failed' ? FileWarning : FileUp
  const reasonOf = () => {
    if (typeof problem === 'object') return problem.message
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
        <IconButton size="small" label={t.retry(file.name)} onPress={() => retryUpload(id)}>
          <RotateCw aria-hidden size={16} />
        </IconButton>
      )}
      {state === 'failed' && (
        <IconButton size="small" label={t.remove(file.name)} onPress={() => removeUpload(id)}>
          <X aria-hidden size={16} />
        </IconButton>
      )}
    </>
  )
}
