// Exports or erases everything that is stored about a person.

import { useMutation } from '@tanstack/react-query'
import { Download, UserX } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/download.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Confirm, say } from '../../ui/overlays.tsx'
import { Card } from '../../ui/page.tsx'

const texts = textsOf(
  {
    title: 'Data of a person',
    label: 'Phone number, identifier, email address or conversation',
    help: 'A phone number in international format such as +14155550123, the identifier of a customer, an email address in variables, or the UUID of a conversation. All numbers and identifiers that belong together are found.',
    export: 'Export',
    erase: 'Erase',
    exported: 'The archive was downloaded.',
    eraseTitle: (person: string) => `Erase everything about ${person}?`,
    eraseText: (person: string) =>
      `Calls, recordings, conversations, messages, files, contacts, leads, runs of automations and webhooks of ${person} are erased, also under other numbers and identifiers of the same person. This cannot be undone. Duration and cost of calls remain, and the number is still not contacted if it is on the do-not-contact list.`,
    eraseAction: 'Erase the person',
    erased: 'The person was erased. The receipt is in the list of erasures.',
    running: 'The erasure continues in the background. The list of erasures shows its progress.',
  },
  {
    title: 'Daten einer Person',
    label: 'Telefonnummer, Kennung, E-Mail-Adresse oder Konversation',
    help: 'Eine Telefonnummer in internationaler Schreibweise wie +14155550123, die Kennung eines Kunden, eine E-Mail-Adresse in Variablen oder die UUID einer Konversation. Alle Nummern und Kennungen, die zusammengehören, werden gefunden.',
    export: 'Exportieren',
    erase: 'Löschen',
    exported: 'Das Archiv wurde heruntergeladen.',
    eraseTitle: (person: string) => `Alles über ${person} löschen?`,
    eraseText: (person: string) =>
      `Anrufe, Aufzeichnungen, Konversationen, Nachrichten, Dateien, Kontakte, Leads, Läufe von Automatisierungen und Webhooks von ${person} werden gelöscht, auch unter anderen Nummern und Kennungen derselben Person. Das lässt sich nicht rückgängig machen. Dauer und Kosten von Anrufen bleiben, und die Nummer wird weiterhin nicht kontaktiert, wenn sie auf der Sperrliste ist.`,
    eraseAction: 'Person löschen',
    erased: 'Die Person wurde gelöscht. Der Beleg ist in der Liste der Löschungen.',
    running: 'Die Löschung läuft im Hintergrund weiter. Die Liste der Löschungen zeigt den Fortschritt.',
  },
)

export function People() {
  const t = useTexts(texts)
  const [entered, setEntered] = useState('')
  const [isAsking, setAsking] = useState(false)
  const identifier = entered.trim()
  const erase = useAction('privacy', 'erasePerson', {
    changes: ['calls', 'conversations', 'messages', 'leads', 'automations', 'webhooks', 'audit'],
    onDone: ({ status }) => {
      setEntered('')
      say(status === 'completed' ? t.erased : t.running)
    },
  })
  const exportPerson = useMutation({
    mutationFn: () => client.privacy.exportPerson({ identifier }),
    onSuccess: (archive) => {
      saveFile(archive, `${identifier.replace(/[^\w+@.-]+/g, '-')}.zip`, 'application/zip')
      say(t.exported)
    },
  })
  const isPending = erase.isPending || exportPerson.isPending
  return (
    <Card title={t.title}>
      <Form onSubmit={() => {}} error={erase.error ?? exportPerson.error}>
        <TextField
          name="identifier"
          label={t.label}
          help={t.help}
          value={entered}
          onChange={(next) => {
            setEntered(next)
            erase.reset()
            exportPerson.reset()
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            isDisabled={identifier === '' || erase.isPending}
            isPending={exportPerson.isPending}
            onPress={() => exportPerson.mutate()}
          >
            <Download aria-hidden size={16} />
            {t.export}
          </Button>
          <Button
            look="danger"
            isDisabled={identifier === '' || exportPerson.isPending}
            isPending={erase.isPending}
            onPress={() => setAsking(true)}
          >
            <UserX aria-hidden size={16} />
            {t.erase}
          </Button>
        </div>
      </Form>
      <Confirm
        title={t.eraseTitle(identifier)}
        text={t.eraseText(identifier)}
        action={t.eraseAction}
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => erase.mutate({ identifier }, { onSettled: () => setAsking(false) })}
      />
    </Card>
  )
}
