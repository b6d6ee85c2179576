// A zone onto which a CSV file is dropped, or with which one is chosen. Files dropped beside it do not leave the page.
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { DropZone, type DropZoneProps, FileTrigger, Text } from 'react-aria-components'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Button } from '../../../ui/button.tsx'
import { dropZone, useDropsBeside } from '../../../ui/leaving.ts'
import { Notice } from '../../../ui/states.tsx'

const texts = textsOf(
  {
    label: 'Drop a CSV file here',
    text: 'One person on each line: a column with the phone number, and a column for each variable, such as customer_name.',
    choose: 'Choose a file',
    beside: 'Drop the file onto the marked zone.',
    several: 'Drop one file at a time.',
    noFile: 'This is not a file.',
  },
  {
    label: 'CSV-Datei hier ablegen',
    text: 'Eine Person pro Zeile: eine Spalte mit der Telefonnummer und eine Spalte je Variable, zum Beispiel customer_name.',
    choose: 'Datei auswählen',
    beside: 'Legen Sie die Datei auf der markierten Fläche ab.',
    several: 'Legen Sie nur eine Datei ab.',
    noFile: 'Das ist keine Datei.',
  },
)

export function FileZone({ onFile }: { onFile(file: File): void }) {
  const t = useTexts(texts)
  const [problem, setProblem] = useState<string>()
  useDropsBeside(() => setProblem(t.beside))
  const drop: NonNullable<DropZoneProps['onDrop']> = async ({ items }) => {
    const files = items.filter((item) => item.kind === 'file')
    if (files.length === 0) setProblem(t.noFile)
    else if (files.length > 1) setProblem(t.several)
    else {
      setProblem(undefined)
      onFile(await files[0]!.getFile())
    }
  }
  return (
    <>
      {problem !== undefined && <Notice look="warn">{problem}</Notice>}
      <DropZone
        {...dropZone}
        onDrop={(event) => void drop(event)}
        className="flex flex-col items-center gap-2 rounded-xl border-2 border-dashed border-strong-line bg-sunken/50 px-4 py-8 text-center data-[drop-target]:border-accent data-[drop-target]:bg-accent-soft data-[focus-visible]:outline-2 outline-accent"
      >
        <FileUp aria-hidden className="text-soft" />
        <Text slot="label" className="font-medium">
          {t.label}
        </Text>
        <p className="max-w-prose text-sm text-soft">{t.text}</p>
        <FileTrigger
          acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv', 'text/plain']}
          onSelect={(files) => files?.[0] && onFile(files[0])}
        >
          <Button>{t.choose}</Button>
        </FileTrigger>
      </DropZone>
    </>
  )
}
