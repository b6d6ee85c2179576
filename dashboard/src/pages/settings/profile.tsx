// The member's own name, email, language and color scheme.
import { useState } from 'react'
import { queryClient, read, useAction } from '../../api/query.ts'
import { type Language, languages } from '../../i18n/languages.ts'
import { useLocale, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useSession } from '../../session/session.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Button, Card } from '../../ui/page.tsx'
import { setTheme, themes, useTheme } from '../../ui/theme.ts'
import { Code, Facts } from '../../ui/values.tsx'
import { roleTexts } from './role-field.tsx'

const texts = textsOf('settings', 'profile')

export function Profile() {
  const t = useTexts(texts)
  const roles = useTexts(roleTexts)
  const { user, role, is_visiting: isVisiting } = useSession()
  const { language, setLanguage } = useLocale()
  const theme = useTheme()
  const { values, field } = useFields({ name: user.name })
  const [isChangingEmail, setChangingEmail] = useState(false)
  const action = useAction('session', 'changeProfile', {
    changes: ['members'],
    onDone: (session) => {
      queryClient.setQueryData(read('session', 'get').queryKey, session)
      say(t.saved)
    },
  })
  return (
    <Card title={t.profile}>
      <div className="flex flex-col gap-4">
        <Form onSubmit={() => action.mutate(values)} action={action}>
          <TextField {...field('name')} label={t.name} autoComplete="name" maxLength={100} />
          <FormButtons look="plain" isDisabled={values.name.trim() === '' || values.name.trim() === user.name} />
        </Form>
        <Facts
          facts={[
            [
              t.email,
              <span key="email" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 break-all">{user.email}</span>
                <Button size="small" className="!whitespace-normal" onPress={() => setChangingEmail(true)}>
                  {t.changeEmail}
                </Button>
              </span>,
            ],
            [t.role, isVisiting ? t.visiting : roles[role].name],
            [t.may, roles[role].may],
          ]}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label={t.language}
            options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            value={language}
            onChange={(next) => setLanguage(next as Language)}
          />
          <Select
            label={t.theme}
            options={themes.map((value) => ({ value, label: t[value] }))}
            value={theme}
            onChange={setTheme}
          />
        </div>
        <p className="text-sm text-soft">{t.browser}</p>
      </div>
      <Dialog title={t.changeEmail} isOpen={isChangingEmail} onClose={() => setChangingEmail(false)}>
        <EmailForm onClose={() => setChangingEmail(false)} />
      </Dialog>
    </Card>
  )
}

const emailTexts = textsOf('settings', 'email')

function EmailForm({ onClose }: { onClose(): void }) {
  const t = useTexts(emailTexts)
  const { user, sends_mail: sendsMail } = useSession()
  const { values, field } = useFields({ email: '', current_password: '' })
  const action = useAction('session', 'requestEmailChange', {
    onDone: () => {
      say(t.sent(values.email))
      onClose()
    },
  })
  if (!sendsMail)
    return (
      <div className="flex flex-col gap-3">
        <p>{t.noMail}</p>
        <Code label={t.command} text={`npm run parley -- member email ${user.email} ${t.newWord}`} />
      </div>
    )
  const submit = () =>
    action.mutate({
      email: values.email.trim(),
      ...(user.has_password && { current_password: values.current_password }),
    })
  return (
    <Form onSubmit={submit} action={action}>
      <TextField {...field('email')} type="email" autoComplete="email" label={t.next} help={t.help} autoFocus />
      {user.has_password && (
        <TextField {...field('current_password')} type="password" autoComplete="current-password" label={t.current} />
      )}
      <FormButtons submit={t.submit} isDisabled={values.email.trim() === ''} onCancel={onClose} />
    </Form>
  )
}
