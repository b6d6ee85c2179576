// Takes files that are dropped or chosen, and keeps the browser from opening files that miss the zone.
import { FileUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DropItem, DropZone, FileTrigger, Text } from 'react-aria-components'
import { useFormats } from '../../i18n/format.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { dropZone, useDropsBeside, useLeaveWarning } from '../../ui/leaving.ts'
import { acceptedExtensions, addUploads, areUploadsOpen, maxFileBytes } from './uploads.ts'

const texts = textsOf(
  {
    drop: 'Drop files here',
    limits: (limit: string) => `PDF, Word (.docx) and text files of up to ${limit} MB each`,
    choose: 'Choose files',
  },
  {
    drop: 'Dateien hier ablegen',
    limits: (limit: string) => `PDF-, Word- (.docx) und Textdateien mit jeweils bis zu ${limit} MB`,
    choose: 'Dateien auswählen',
  },
)

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
  const t = useTexts(texts)
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
