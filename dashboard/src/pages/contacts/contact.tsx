// The page of a contact: who they are, how they are reached, what happened with them, and notes.
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Download, GitMerge, Pencil, UserX } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { saveFile } from '../../ui/download.ts'
import { Dialog, Menu, say, sayError, useConfirm } from '../../ui/overlays.tsx'
import { Badge, Button, Card, Loaded, Page } from '../../ui/page.tsx'
import { Facts, Time } from '../../ui/values.tsx'
import { Addresses } from './addresses.tsx'
import { EditContact } from './edit-contact.tsx'
import { MergeHistory, MergeWith } from './merge.tsx'
import { nameOf, nameTexts } from './names.ts'
import { Notes } from './notes.tsx'
import { Timeline } from './timeline.tsx'

const texts = textsOf('contacts', 'contact')

const route = getRouteApi('/contacts/$id')

export function Contact() {
  const { id } = route.useParams()
  return <OfId key={id} id={Number(id)} />
}

function OfId({ id }: { id: number }) {
  const t = useTexts(texts)
  const query = useRead('contacts', 'get', { id })
  if (query.data) return <Shown {...query.data} />
  return (
    <Page title={t.loading} back={{ to: '/contacts', label: t.all }}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  )
}

type OpenDialog = 'edit' | 'merge'

function Shown({ data: contact, notes, merges }: ReplyFrom<'contacts', 'get'>) {
  const t = useTexts(texts)
  const names = useTexts(nameTexts)
  const may = useMay()
  const [dialog, setDialog] = useState<OpenDialog>()
  const name = nameOf(contact, names)
  const close = () => setDialog(undefined)
  const { actions, question } = usePrivacyActions(contact.id, name)
  const merge = { label: t.merge, icon: <GitMerge aria-hidden size={16} />, onAction: () => setDialog('merge') }
  const menu = [...(may('contacts', 'merge') ? [merge] : []), ...actions]
  const attributes = Object.entries(contact.attributes)
  return (
    <Page
      title={name}
      back={{ to: '/contacts', label: t.all }}
      badge={<Badges contact={contact} />}
      actions={
        <>
          {may('contacts', 'update') && (
            <Button icon={Pencil} onPress={() => setDialog('edit')}>
              {t.edit}
            </Button>
          )}
          {menu.length > 0 && <Menu label={t.actionsOf(name)} actions={menu} />}
        </>
      }
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-5">
          <Card title={t.about}>
            <Facts
              facts={[
                contact.given_name !== null &&
                  contact.profile_name !== null && [t.profileName, <bdi key="profile">{contact.profile_name}</bdi>],
                ...attributes.map(([key, value]) => [key, <bdi key={key}>{value}</bdi>] as const),
                [t.lastSeen, <Time key="last" at={contact.last_seen_at} />],
                [t.firstSeen, <Time key="first" at={contact.created_at} />],
              ]}
            />
          </Card>
          <Addresses contact={contact} />
          <Notes contactId={contact.id} notes={notes} />
          <MergeHistory contactId={contact.id} merges={merges} />
        </div>
        <Timeline contactId={contact.id} />
      </div>
      <Dialog title={t.edit} isOpen={dialog === 'edit'} onClose={close}>
        <EditContact contact={contact} onDone={close} />
      </Dialog>
      <Dialog title={t.merge} isOpen={dialog === 'merge'} onClose={close}>
        <MergeWith contact={contact} onDone={close} />
      </Dialog>
      {question}
    </Page>
  )
}

/** The labels, and whether the person is on the do-not-contact list. */
function Badges({ contact: { addresses, labels } }: { contact: ReplyFrom<'contacts', 'get'>['data'] }) {
  const t = useTexts(texts)
  const may = useMay()
  const phone = addresses.find(({ kind }) => kind === 'phone')?.address
  // Viewers see masked numbers, which no filter finds.
  const isEnabled = phone !== undefined && may('doNotContact', 'create')
  const entries = useRead('doNotContact', 'list', { phone_number: phone ?? '' }, { isEnabled })
  return (
    <>
      {isEnabled && entries.data && entries.data.total > 0 && <Badge look="bad">{t.doNotContact}</Badge>}
      {labels.map((label) => (
        <Link key={label} to="/contacts" search={{ label }} className="inline-flex">
          <Badge>{label}</Badge>
        </Link>
      ))}
    </>
  )
}

/** Export and erasure, for those who may do it. */
function usePrivacyActions(id: number, name: string) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const download = useMutation({
    mutationFn: () => client.privacy.exportContact({ id }),
    onSuccess: (archive) => {
      saveFile(archive, `contact-${id}.zip`, 'application/zip')
      say(t.exported)
    },
    onError: sayError,
  })
  const erase = useAction('privacy', 'eraseContact', {
    changes: ['contacts', 'calls', 'conversations', 'messages', 'leads'],
    onDone: ({ status }) => {
      say(status === 'completed' ? t.erased : t.running)
      void navigate({ to: '/contacts' })
    },
  })
  const { ask, dialog } = useConfirm(erase, () => ({
    title: t.eraseTitle(name),
    text: t.eraseText,
    action: t.eraseAction,
    input: { id },
  }))
  const actions = may('privacy', 'eraseContact')
    ? [
        {
          label: t.export,
          icon: <Download aria-hidden size={16} />,
          isDisabled: download.isPending,
          onAction: () => download.mutate(),
        },
        { label: t.erase, icon: <UserX aria-hidden size={16} />, isDanger: true, onAction: () => ask() },
      ]
    : []
  return { actions, question: dialog }
}
