// Sets or changes the member's own password.
import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { say } from '../../ui/overlays.tsx'
import { Card } from '../../ui/page.tsx'
import { Notice } from '../../ui/states.tsx'

const texts = textsOf(
  {
    title: 'Password',
    missing: 'You signed in with a link and have no password yet. Set one, so that you can sign in again.',
    current: 'Current password',
    next: 'New password',
    help: 'At least 10 characters. All other sessions are signed out.',
    set: 'Set the password',
    change: 'Change the password',
    done: 'The password was saved.',
  },
  {
    title: 'Passwort',
    missing:
      'Sie haben sich mit einem Link angemeldet und noch kein Passwort. Legen Sie eines fest, damit Sie sich wieder anmelden können.',
    current: 'Jetziges Passwort',
    next: 'Neues Passwort',
    help: 'Mindestens 10 Zeichen. Alle anderen Sitzungen werden abgemeldet.',
    set: 'Passwort festlegen',
    change: 'Passwort ändern',
    done: 'Das Passwort wurde gespeichert.',
  },
)

export function Password() {
  const t = useTexts(texts)
  const { user } = useSession()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const action = useAction('session', 'changePassword', {
    onDone: () => {
      setCurrent('')
      setNext('')
      say(t.done)
    },
  })
  const submit = () => {
    if (action.isPending) return
    action.mutate({ password: next, ...(user.has_password && { current_password: current }) })
  }
  return (
    <Card title={t.title}>
      <Form onSubmit={submit} error={action.error} fields={['current_password', 'password']}>
        {!user.has_password && <Notice look="warn">{t.missing}</Notice>}
        {/* Password managers save the password for this name. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        {user.has_password && (
          <TextField
            name="current_password"
            type="password"
            autoComplete="current-password"
            label={t.current}
            value={current}
            onChange={setCurrent}
          />
        )}
        <TextField
          name="password"
          type="password"
          autoComplete="new-password"
          label={t.next}
          help={t.help}
          value={next}
          onChange={setNext}
        />
        <div>
          <Button
            look={user.has_password ? 'plain' : 'primary'}
            type="submit"
            isPending={action.isPending}
            isDisabled={next === ''}
          >
            {user.has_password ? t.change : t.set}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
