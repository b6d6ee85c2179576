// Says which settings a test uses, and what is wrong with changes that cannot be tried.
import { RotateCcw } from 'lucide-react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { Button, Notice } from '../../ui/page.tsx'
import { type Draft, faultsOf } from './draft.ts'

const texts = textsOf('panels', 'triedSettings')

export interface TriedSettingsProps {
  draft: Draft | undefined
  /** Identifies the settings with which the test began; undefined before. */
  used: string | undefined
  onRestart(): void
}

export function TriedSettings({ draft, used, onRestart }: TriedSettingsProps) {
  const t = useTexts(texts)
  if (!draft) return null
  const isOutdated = used !== undefined && used !== draft.current
  return (
    <div role="status" className="text-sm text-soft">
      {isOutdated ? (
        <Notice look="warn">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="min-w-0 grow basis-40">{t.changed}</p>
            <Button icon={RotateCcw} iconSize={14} size="small" onPress={onRestart}>
              {t.again}
            </Button>
          </div>
        </Notice>
      ) : (
        <p>{draft.current === draft.saved ? t.saved : t.unsaved}</p>
      )}
    </div>
  )
}

/** Why a test did not start or a message was not sent. */
export function TestError({ error, draft }: { error: Error; draft: Draft | undefined }) {
  const t = useTexts(texts)
  const { messageOf } = useMessages()
  const faults = faultsOf(error, draft)
  if (faults.length === 0)
    return (
      <p>
        <ServerText of={error} />
      </p>
    )
  return (
    <>
      <p>{t.invalid}</p>
      <ul className="mt-1 list-disc ps-5">
        {faults.map(({ label, message }) => {
          const text = messageOf(message, { label })
          return (
            <li key={`${label} ${message}`}>
              {!text.includes(label) && <strong>{t.colon(label)} </strong>}
              {text}
            </li>
          )
        })}
      </ul>
    </>
  )
}
