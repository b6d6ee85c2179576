// The owner, the snooze, the labels and the read position of a conversation, as buttons above its messages.
import {
  AlarmClock,
  AlarmClockOff,
  Bot,
  Ellipsis,
  Hand,
  Mail,
  MailOpen,
  Tags,
  UserRound,
  UserRoundX,
} from 'lucide-react'
import { useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay, useSession } from '../../session/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm, Menu, type MenuAction, sayError } from '../../ui/overlays.tsx'
import { conversationTexts } from './conversation-texts.ts'
import { LabelPicker } from './label-picker.tsx'
import { Owner, useOwnerName } from './marks.tsx'
import type { Detail } from './records.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'

type OwnerInput = 'assistant' | 'nobody' | number

/** Asks before it takes a conversation from another member. */
export function useOwner(uuid: string) {
  const t = useTexts(conversationTexts)
  const action = useAction('conversations', 'setOwner')
  const [refused, setRefused] = useState<{ owner: OwnerInput; message: string }>()
  const set = (owner: OwnerInput, takeOver = false) => {
    if (action.isPending) return
    action.mutate(
      { uuid, owner, take_over: takeOver },
      {
        onSuccess: () => setRefused(undefined),
        onError: (error) => {
          if (error instanceof ParleyError && error.status === 409) setRefused({ owner, message: error.message })
          else sayError(error)
        },
      },
    )
  }
  const dialog = (
    <Confirm
      title={t.takeOverTitle}
      text={t.takeOverText(refused?.message ?? '')}
      action={t.takeOver}
      isOpen={refused !== undefined}
      isPending={action.isPending}
      onConfirm={() => refused && set(refused.owner, true)}
      onClose={() => setRefused(undefined)}
    />
  )
  return { set, dialog }
}

export interface ActionsProps {
  conversation: Detail
  isSnoozeOpen: boolean
  onSnoozeOpen(isOpen: boolean): void
  onToggleRead(): void
  onManageLabels(): void
}

export function Actions({ conversation, isSnoozeOpen, onSnoozeOpen, onToggleRead, onManageLabels }: ActionsProps) {
  const t = useTexts(conversationTexts)
  const may = useMay()
  const [areLabelsOpen, setLabelsOpen] = useState(false)
  const wake = useAction('conversations', 'snooze')
  const { id: uuid, snoozed_until, unread } = conversation
  const isUnread = (unread ?? 0) > 0
  const mayAnswer = may('conversations', 'setOwner')
  const actions: MenuAction[] = [
    {
      id: 'read',
      label: isUnread ? t.markRead : t.markUnread,
      icon: isUnread ? <MailOpen aria-hidden size={15} /> : <Mail aria-hidden size={15} />,
      onAction: onToggleRead,
    },
  ]
  if (mayAnswer) {
    actions.unshift({
      id: 'labels',
      label: t.labels,
      icon: <Tags aria-hidden size={15} />,
      onAction: () => setLabelsOpen(true),
    })
    actions.unshift(
      snoozed_until === null
        ? {
            id: 'snooze',
            label: t.snooze,
            icon: <AlarmClock aria-hidden size={15} />,
            onAction: () => onSnoozeOpen(true),
          }
        : {
            id: 'wake',
            label: t.endSnooze,
            icon: <AlarmClockOff aria-hidden size={15} />,
            onAction: () => wake.mutate({ uuid, until: null }, { onError: sayError }),
          },
    )
  }
  return (
    <>
      {mayAnswer ? <OwnerActions conversation={conversation} /> : <Owner owner={conversation.owner} />}
      <Menu
        label={t.more}
        trigger={
          <IconButton label={t.more}>
            <Ellipsis aria-hidden size={18} />
          </IconButton>
        }
        actions={actions}
      />
      <SnoozeDialog uuid={uuid} isOpen={isSnoozeOpen} onClose={() => onSnoozeOpen(false)} />
      <LabelPicker
        conversation={conversation}
        isOpen={areLabelsOpen}
        onClose={() => setLabelsOpen(false)}
        onManage={() => {
          setLabelsOpen(false)
          onManageLabels()
        }}
      />
    </>
  )
}

function OwnerActions({ conversation }: { conversation: Detail }) {
  const t = useTexts(conversationTexts)
  const { user } = useSession()
  const { owner, assistant_id } = conversation
  const { set, dialog } = useOwner(conversation.id)
  const nameOf = useOwnerName()
  const members = useRead('members', 'list').data?.data ?? []
  const answering = members.filter(({ role, id }) => role !== 'viewer' && id !== user.id)
  const isMember = members.some(({ id }) => id === user.id)
  const isMine = owner.member?.id === user.id
  const actions: MenuAction[] = [
    ...(isMine || !isMember
      ? []
      : [{ id: 'me', label: t.assignToMe, icon: <UserRound aria-hidden size={15} />, onAction: () => set(user.id) }]),
    ...(assistant_id === null || owner.kind === 'assistant'
      ? []
      : [{ id: 'ai', label: t.handBack, icon: <Bot aria-hidden size={15} />, onAction: () => set('assistant') }]),
    ...(owner.kind === 'nobody'
      ? []
      : [
          {
            id: 'nobody',
            label: t.assignToNobody,
            icon: <UserRoundX aria-hidden size={15} />,
            onAction: () => set('nobody'),
          },
        ]),
    ...answering
      .filter(({ id }) => id !== owner.member?.id)
      .map(({ id, name }) => ({
        id: `member-${id}`,
        label: t.assignTo(name),
        icon: <UserRound aria-hidden size={15} />,
        onAction: () => set(id),
      })),
  ]
  return (
    <>
      {!isMine && isMember && (
        <Button size="small" look="primary" onPress={() => set(user.id)}>
          <Hand aria-hidden size={15} />
          {t.takeOver}
        </Button>
      )}
      {isMine && assistant_id !== null && (
        <Button size="small" onPress={() => set('assistant')}>
          <Bot aria-hidden size={15} />
          {t.handBack}
        </Button>
      )}
      <Menu
        label={t.owner(nameOf(owner))}
        trigger={
          <Button size="small" look="quiet" className="max-w-36">
            <span className="sr-only">{t.owner('')}</span>
            <Owner owner={owner} />
          </Button>
        }
        actions={actions}
      />
      {dialog}
    </>
  )
}
