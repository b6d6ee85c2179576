// Starts, pauses and deletes a campaign.
import { Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { say, useConfirm } from '../../ui/overlays.tsx'
import { Button, IconButton } from '../../ui/page.tsx'
import { StartDialog } from './start-dialog.tsx'
import type { CampaignRecord } from './words.ts'

const texts = textsOf('campaigns', 'actions')

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
  const press = () => {
    // What an earlier attempt was refused for may be mended.
    change.reset()
    if (isRunning) pause.ask()
    else setStarting(true)
  }
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
