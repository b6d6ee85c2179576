// Starts, pauses and deletes a campaign.
import { Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { say, useConfirm } from '../../ui/overlays.tsx'
import { Button, IconButton } from '../../ui/page.tsx'
import { StartDialog } from './start-dialog.tsx'
import type { CampaignRecord } from './words.ts'

const texts = textsOf(
  {
    start: 'Start',
    resume: 'Continue',
    again: 'Start again',
    pause: 'Pause',
    of: (action: string, name: string) => `${action}: ${name}`,
    pauseTitle: 'Pause the campaign?',
    pauseText: (count: number) =>
      count === 0
        ? 'No further lead is contacted until it is started again.'
        : `The campaign pauses after the attempts in progress (${count}). Running calls finish; calls not yet dialed are canceled. No further lead is contacted until it is started again.`,
    deleteTitle: 'Delete the campaign?',
    deleteText: (name: string, leads: string) =>
      `“${name}” and its leads (${leads}) are deleted. Calls and messages are kept. This cannot be undone.`,
  },
  {
    start: 'Starten',
    resume: 'Fortsetzen',
    again: 'Erneut starten',
    pause: 'Pausieren',
    of: (action: string, name: string) => `${action}: ${name}`,
    pauseTitle: 'Kampagne pausieren?',
    pauseText: (count: number) =>
      count === 0
        ? 'Bis zum nächsten Start wird niemand mehr kontaktiert.'
        : `Die Kampagne pausiert nach den laufenden Versuchen (${count}). Laufende Anrufe werden zu Ende geführt, noch nicht gewählte abgebrochen. Bis zum nächsten Start wird niemand mehr kontaktiert.`,
    deleteTitle: 'Kampagne löschen?',
    deleteText: (name: string, leads: string) =>
      `„${name}“ und die Leads (${leads}) werden gelöscht. Anrufe und Nachrichten bleiben erhalten. Das lässt sich nicht rückgängig machen.`,
  },
)

type Size = 'small' | 'normal'

/** Asks before it starts or pauses the campaign. */
export function StartOrPause({
  campaign,
  size = 'normal',
  onStarted,
}: {
  campaign: CampaignRecord
  size?: Size
  onStarted?: () => void
}) {
  const t = useTexts(texts)
  const may = useMay()
  const [isStarting, setStarting] = useState(false)
  const change = useAction('campaigns', 'updateStatus', {
    changes: ['leads'],
    onDone({ message, data }) {
      say(message)
      if (data.status !== 'paused') onStarted?.()
    },
  })
  const { id, name, status } = campaign
  const pause = useConfirm(change, () => ({
    title: t.pauseTitle,
    text: t.pauseText(campaign.leads['processing'] ?? 0),
    action: t.pause,
    input: { campaign_id: id, action: 'stop' as const },
  }))
  if (!may('campaigns', 'updateStatus')) return null
  const isRunning = status === 'in-progress' || status === 'scheduled'
  const label = isRunning ? t.pause : status === 'paused' ? t.resume : status === 'completed' ? t.again : t.start
  const Icon = isRunning ? Pause : Play
  const press = () => (isRunning ? pause.ask() : setStarting(true))
  return (
    <>
      {size === 'small' ? (
        <IconButton icon={Icon} size="small" label={t.of(label, name)} isPending={change.isPending} onPress={press} />
      ) : (
        <Button icon={Icon} look={isRunning ? 'plain' : 'primary'} isPending={change.isPending} onPress={press}>
          {label}
        </Button>
      )}
      {pause.dialog}
      <StartDialog
        campaign={campaign}
        action={label}
        start={change}
        isOpen={isStarting}
        onClose={() => setStarting(false)}
      />
    </>
  )
}

export function DeleteCampaign({
  campaign: { id, name, leads },
  size = 'normal',
  onDeleted,
}: {
  campaign: CampaignRecord
  size?: Size
  onDeleted?: () => void
}) {
  const t = useTexts(texts)
  const may = useMay()
  const remove = useAction('campaigns', 'delete', {
    changes: ['leads'],
    onDone: ({ message }) => {
      say(message)
      onDeleted?.()
    },
  })
  const removal = useConfirm(remove, () => ({
    title: t.deleteTitle,
    text: <p className="break-words">{t.deleteText(name, String(leads['total'] ?? 0))}</p>,
    action: t.delete,
    input: { id },
  }))
  if (!may('campaigns', 'delete')) return null
  return (
    <>
      <IconButton icon={Trash2} size={size} label={t.of(t.delete, name)} onPress={() => removal.ask()} />
      {removal.dialog}
    </>
  )
}
