// Shows how many leads an import has stored so far. Leads appear in the campaign while the file arrives.
import { ProgressBar } from 'react-aria-components'
import { useRead } from '../../../api/query.ts'
import { useFormats } from '../../../i18n/format.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Button } from '../../../ui/button.tsx'

const texts = textsOf(
  {
    label: (name: string) => `Importing ${name}`,
    stored: (count: string, total: string) => `${count} new leads stored so far, of about ${total} rows.`,
    note: 'Duplicates and refused rows are not counted here. You can use other pages meanwhile; keep this window open.',
  },
  {
    label: (name: string) => `${name} wird importiert`,
    stored: (count: string, total: string) => `${count} neue Leads gespeichert, von etwa ${total} Zeilen.`,
    note: 'Doppelte und abgelehnte Zeilen zählen hier nicht. Sie können inzwischen andere Seiten nutzen; lassen Sie dieses Fenster offen.',
  },
)

/** The import emits no event, so the campaign is read each second. */
const refetchMs = 1_000

export function ImportProgress({
  campaignId,
  fileName,
  rowCount,
  leadsBefore,
  onCancel,
}: {
  campaignId: number
  fileName: string
  rowCount: number
  leadsBefore: number
  onCancel(): void
}) {
  const t = useTexts(texts)
  const format = useFormats()
  const campaign = useRead('campaigns', 'get', { id: campaignId }, { refetchMs })
  const total = campaign.data?.leads['total'] ?? 0
  const stored = Math.max(0, total - leadsBefore)
  const percent = rowCount === 0 ? 0 : Math.min(100, (stored / rowCount) * 100)
  return (
    <div className="flex flex-col gap-3">
      <ProgressBar aria-label={t.label(fileName)} value={percent} isIndeterminate={stored === 0}>
        <p className="break-words font-medium">{t.label(fileName)}</p>
        <div className="mt-2 h-3 overflow-hidden rounded-full border border-strong-line/60 bg-sunken">
          <div className="h-full bg-accent motion-safe:animate-pulse" style={{ width: `${Math.max(3, percent)}%` }} />
        </div>
      </ProgressBar>
      <p role="status">{t.stored(format.number(stored), format.number(rowCount))}</p>
      <p className="text-sm text-soft">{t.note}</p>
      <div>
        <Button onPress={onCancel}>{t.cancel}</Button>
      </div>
    </div>
  )
}
