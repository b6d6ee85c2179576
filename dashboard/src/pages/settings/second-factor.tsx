// Says whether signing in needs a code of an authenticator app, and sets the app up or removes it.
import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge } from '../../ui/states.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

const texts = textsOf(
  {
    title: 'Authenticator app',
    on: 'In use',
    off: 'Not in use',
    text: 'With an app, signing in also needs a code that the app shows. A stolen password is then not enough.',
    setUp: 'Set up an app',
    remove: 'Stop using the app',
    removeText: 'Signing in then needs only the password. The recovery codes are deleted.',
    code: 'Code of the app, or a recovery code',
    removed: 'Signing in does not need a code any more.',
  },
  {
    title: 'Authentifizierungs-App',
    on: 'In Verwendung',
    off: 'Nicht in Verwendung',
    text: 'Mit einer App verlangt die Anmeldung zusätzlich einen Code, den die App anzeigt. Ein gestohlenes Passwort reicht dann nicht aus.',
    setUp: 'App einrichten',
    remove: 'App nicht mehr verwenden',
    removeText: 'Die Anmeldung verlangt dann nur das Passwort. Die Wiederherstellungscodes werden gelöscht.',
    code: 'Code der App oder ein Wiederherstellungscode',
    removed: 'Die Anmeldung verlangt keinen Code mehr.',
  },
)

export function SecondFactor() {
  const t = useTexts(texts)
  const { user } = useSession()
  const [opened, setOpened] = useState<'set-up' | 'remove'>()
  const close = () => setOpened(undefined)
  return (
    <Card title={t.title} actions={user.has_second_factor ? <Badge look="good">{t.on}</Badge> : <Badge>{t.off}</Badge>}>
      <p className="mb-4 text-soft">{t.text}</p>
      {user.has_second_factor ? (
        <Button look="danger" onPress={() => setOpened('remove')}>
          {t.remove}
        </Button>
      ) : (
        <Button onPress={() => setOpened('set-up')}>{t.setUp}</Button>
      )}
      <SetUpSecondFactor isOpen={opened === 'set-up'} onClose={close} />
      <Dialog title={t.remove} isOpen={opened === 'remove'} onClose={close}>
        <RemoveSecondFactor onClose={close} />
      </Dialog>
    </Card>
  )
}

function RemoveSecondFactor({ onClose }: { onClose(): void }) {
  const t = useTexts(texts)
  const [code, setCode] = useState('')
  const action = useAction('session', 'removeSecondFactor', {
    changes: ['members'],
    onDone: () => {
      say(t.removed)
      onClose()
    },
  })
  return (
    <Form onSubmit={() => !action.isPending && action.mutate({ code })} error={action.error} fields={['code']}>
      <p>{t.removeText}</p>
      <TextField
        name="code"
        autoComplete="one-time-code"
        isMono
        autoFocus
        label={t.code}
        value={code}
        onChange={setCode}
      />
      <FormButtons submit={t.remove} look="danger" isPending={action.isPending} onCancel={onClose} />
    </Form>
  )
}
