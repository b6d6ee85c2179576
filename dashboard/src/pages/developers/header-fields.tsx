// The headers that a tool sends, as pairs of fields.
import { Plus, X } from 'lucide-react'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'

const texts = textsOf(
  {
    headers: 'Headers',
    help: 'Values are stored encrypted and shown masked. Leave a masked value as it is to keep it.',
    name: 'Name of the header',
    value: 'Value',
    add: 'Add a header',
    remove: (name: string) => `Remove the header ${name}`,
  },
  {
    headers: 'Kopfzeilen',
    help: 'Werte werden verschlüsselt gespeichert und maskiert angezeigt. Lassen Sie einen maskierten Wert unverändert, um ihn zu behalten.',
    name: 'Name der Kopfzeile',
    value: 'Wert',
    add: 'Kopfzeile hinzufügen',
    remove: (name: string) => `Kopfzeile ${name} entfernen`,
  },
)

export interface Header {
  name: string
  value: string
}

export function HeaderFields({
  headers,
  onChange,
}: {
  headers: readonly Header[]
  onChange(headers: readonly Header[]): void
}) {
  const t = useTexts(texts)
  const change = (at: number, part: Partial<Header>) =>
    onChange(headers.map((header, index) => (index === at ? { ...header, ...part } : header)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{t.headers}</legend>
      {headers.length > 0 && <p className="text-sm text-soft">{t.help}</p>}
      {headers.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header has no other identity while its name is typed
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
          <TextField label={t.name} isMono value={name} onChange={(next) => change(index, { name: next })} />
          <TextField label={t.value} isMono value={value} onChange={(next) => change(index, { value: next })} />
          <IconButton label={t.remove(name)} onPress={() => onChange(headers.filter((_, at) => at !== index))}>
            <X aria-hidden size={16} />
          </IconButton>
        </div>
      ))}
      <div>
        <Button size="small" onPress={() => onChange([...headers, { name: '', value: '' }])}>
          <Plus aria-hidden size={15} />
          {t.add}
        </Button>
      </div>
    </fieldset>
  )
}
