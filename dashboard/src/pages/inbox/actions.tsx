// The owner, the snooze, the labels and the read position of a conversation, as buttons above its messages.
import { AlarmClock, AlarmClockOff, Bot, Hand, Mail, MailOpen, Tags, UserRound, UserRoundX } from 'lucide-react'
import { useContext, useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { useAction, useRead } from '../../api/query.ts'
import { instantOf } from '../../i18n/instant.ts'
import { TimeZoneContext, useFormats, useTexts } from '../../i18n/locale.tsx'
import { useMessages } from '../../messages/use-messages.ts'
import { useMay, useSession } from '../../session/session.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Confirm, Dialog, Menu, type MenuAction, say, sayError } from '../../ui/overlays.tsx'
import { Button, Loaded } from '../../ui/page.tsx'
import { conversationTexts } from './conversation-texts.ts'
import { Owner, useOwnerName } from './marks.tsx'
import type { Detail } from './records.ts'

type OwnerInput = 'assistant' | 'nobody' | number

/** Asks before it takes a conversation from another member. */
export function useOwner(uuid: string) {
  const t = useTexts(conversationTexts)
  const { messageOf } = useMessages()
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
      text={t.takeOverText(refused ? messageOf(refused.message) : '')}
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
    actions.unshift({ label: t.labels, icon: <Tags aria-hidden size={15} />, onAction: () => setLabelsOpen(true) })
    actions.unshift(
      snoozed_until === null
        ? { label: t.snooze, icon: <AlarmClock aria-hidden size={15} />, onAction: () => onSnoozeOpen(true) }
        : {
            label: t.endSnooze,
            icon: <AlarmClockOff aria-hidden size={15} />,
            onAction: () => wake.mutate({ uuid, until: null }, { onError: sayError }),
          },
    )
  }
  return (
    <>
      {mayAnswer ? <OwnerActions conversation={conversation} /> : <Owner owner={conversation.owner} />}
      <Menu label={t.more} iconSize={18} actions={actions} />
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
      : [{ label: t.assignToMe, icon: <UserRound aria-hidden size={15} />, onAction: () => set(user.id) }]),
    ...(assistant_id === null || owner.kind === 'assistant'
      ? []
      : [{ label: t.handBack, icon: <Bot aria-hidden size={15} />, onAction: () => set('assistant') }]),
    ...(owner.kind === 'nobody'
      ? []
      : [{ label: t.assignToNobody, icon: <UserRoundX aria-hidden size={15} />, onAction: () => set('nobody') }]),
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
        <Button icon={Hand} size="small" look="primary" onPress={() => set(user.id)}>
          {t.takeOver}
        </Button>
      )}
      {isMine && assistant_id !== null && (
        <Button icon={Bot} size="small" onPress={() => set('assistant')}>
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

interface LabelPickerProps {
  conversation: Detail
  isOpen: boolean
  onClose(): void
  onManage(): void
}

/** Chooses the labels of a conversation. Each choice is stored at once. */
function LabelPicker({ conversation, isOpen, onClose, onManage }: LabelPickerProps) {
  const t = useTexts(conversationTexts)
  const may = useMay()
  const labels = useRead('conversationLabels', 'list', {}, { isEnabled: isOpen })
  const setLabels = useAction('conversations', 'setLabels', { changes: ['conversationLabels'] })
  // The choice is shown while it is stored.
  const chosen = new Set(
    setLabels.isPending ? setLabels.variables.conversation_label_ids : conversation.labels.map(({ id }) => id),
  )
  const toggle = (id: number, isOn: boolean) => {
    if (setLabels.isPending) return
    const ids = isOn ? [...chosen, id] : [...chosen].filter((each) => each !== id)
    setLabels.mutate({ uuid: conversation.id, conversation_label_ids: ids }, { onError: sayError })
  }
  return (
    <Dialog title={t.labels} isOpen={isOpen} onClose={onClose}>
      <Loaded query={labels}>
        {({ data }) => (
          <div className="flex flex-col gap-3">
            {data.length === 0 && <p className="text-soft">{t.noLabels}</p>}
            {data.map(({ id, name }) => (
              <Checkbox key={id} label={name} isSelected={chosen.has(id)} onChange={(isOn) => toggle(id, isOn)} />
            ))}
            <div className="flex justify-end gap-2">
              {may('conversationLabels', 'create') && <Button onPress={onManage}>{t.manageLabels}</Button>}
              <Button look="primary" onPress={onClose}>
                {t.done}
              </Button>
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** As a field for a local date and time expects it, in the time zone of the account. */
const localOf = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(time).replace(' ', 'T')

const timeOf = (local: string, timeZone: string): Date => instantOf(`${local.replace('T', ' ')}:00`, timeZone)

function presetsOf(now: Date, timeZone: string) {
  const atNine = (daysAhead: number): Date =>
    timeOf(`${localOf(new Date(now.getTime() + daysAhead * dayMs), timeZone).slice(0, 10)}T09:00`, timeZone)
  const weekday = new Date(`${localOf(now, timeZone).slice(0, 10)}T00:00Z`).getUTCDay()
  return [
    ['inHour', new Date(now.getTime() + hourMs)],
    ['inThreeHours', new Date(now.getTime() + 3 * hourMs)],
    ['tomorrow', atNine(1)],
    // Sunday is 0, and the next Monday is never today.
    ['nextWeek', atNine((8 - weekday) % 7 || 7)],
  ] as const
}

/** Chooses how long a conversation is snoozed. */
function SnoozeDialog({ uuid, isOpen, onClose }: { uuid: string; isOpen: boolean; onClose(): void }) {
  const t = useTexts(conversationTexts)
  return (
    <Dialog title={t.snooze} isOpen={isOpen} onClose={onClose}>
      <Choices uuid={uuid} onClose={onClose} />
    </Dialog>
  )
}

function Choices({ uuid, onClose }: { uuid: string; onClose(): void }) {
  const t = useTexts(conversationTexts)
  const format = useFormats()
  const timeZone = useContext(TimeZoneContext)
  const [now] = useState(() => new Date())
  const [other, setOther] = useState(() => localOf(new Date(now.getTime() + 2 * dayMs), timeZone))
  const snooze = useAction('conversations', 'snooze')
  const until = (time: Date) => {
    if (Number.isNaN(time.getTime())) return
    snooze.mutate(
      { uuid, until: time.toISOString() },
      {
        onSuccess: () => {
          say(t.snoozedUntil(format.dateTime(time.toISOString())))
          onClose()
        },
      },
    )
  }
  return (
    <Form onSubmit={() => until(timeOf(other, timeZone))} action={snooze}>
      <p className="text-soft">{t.snoozeHelp}</p>
      <ul className="flex flex-col gap-1">
        {presetsOf(now, timeZone).map(([name, time]) => (
          <li key={name}>
            <Button className="w-full !justify-between" onPress={() => until(time)}>
              {t[name]}
              <span className="text-sm font-normal text-soft">{format.dateTime(time.toISOString())}</span>
            </Button>
          </li>
        ))}
      </ul>
      <TextField label={t.until} name="until" type={'datetime-local' as 'text'} value={other} onChange={setOther} />
      <FormButtons submit={t.snoozeUntil} />
    </Form>
  )
}
