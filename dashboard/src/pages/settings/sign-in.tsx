// The password and the sessions of the member.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { client } from '../../api/client.ts'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useSession } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, useFields } from '../../ui/form.tsx'
import { say, sayError } from '../../ui/overlays.tsx'
import { Badge, Button, Card, Loaded, Notice } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'

const texts = textsOf('settings', 'signIn')

type OwnSession = ReplyFrom<'session', 'list'>['data'][number]

export function OwnSessions() {
  const t = useTexts(texts)
  const query = useRead('session', 'list')
  const cache = useQueryClient()
  const revoke = useAction('session', 'revoke', { onDone: () => say(t.done) })
  const revokeOthers = useMutation({
    mutationFn: async (sessions: readonly OwnSession[]) => {
      for (const { id } of sessions) await client.session.revoke({ id })
    },
    onSuccess: () => say(t.allDone),
    onError: sayError,
    onSettled: () => cache.invalidateQueries({ queryKey: ['session'] }),
  })
  const others = query.data?.data.filter(({ is_current: isCurrent }) => !isCurrent) ?? []
  const all = others.length > 1 && (
    <Button size="small" look="danger" isPending={revokeOthers.isPending} onPress={() => revokeOthers.mutate(others)}>
      {t.all}
    </Button>
  )
  return (
    <Card title={t.title} actions={all}>
      <Loaded query={query}>
        {({ data }) => (
          <ul className="-my-2 divide-y">
            {data.map((session) => {
              const device = deviceOf(session.user_agent, t)
              return (
                <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
                  <MonitorSmartphone aria-hidden size={18} className="shrink-0 text-soft" />
                  <div className="min-w-0 grow basis-40">
                    <p className="truncate font-medium" title={session.user_agent}>
                      {device}
                    </p>
                    <p className="truncate text-sm text-soft">
                      {session.remote_address} · {t.used} <Time at={session.last_used_at} look="relative" />
                    </p>
                  </div>
                  {session.is_current ? (
                    <Badge look="accent">{t.current}</Badge>
                  ) : (
                    <Button
                      size="small"
                      aria-label={t.signOutOf(device)}
                      isPending={revoke.isPending && revoke.variables.id === session.id}
                      onPress={() => revoke.mutate({ id: session.id }, { onError: sayError })}
                    >
                      {t.signOut}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
]
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

function deviceOf(userAgent: string, t: { unknown: string; on(browser: string, system: string): string }): string {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers) ?? (userAgent === '' ? t.unknown : userAgent.split(/[/\s(]/)[0]!)
  const system = find(systems)
  return system === undefined ? browser : t.on(browser, system)
}

const passwordTexts = textsOf('settings', 'password')

/** Sets or changes the member's own password. */
export function Password() {
  const t = useTexts(passwordTexts)
  const { user } = useSession()
  const { values, field, reset } = useFields({ current_password: '', password: '' })
  const action = useAction('session', 'changePassword', {
    onDone: () => {
      reset()
      say(t.done)
    },
  })
  const submit = () =>
    action.mutate({
      password: values.password,
      ...(user.has_password && { current_password: values.current_password }),
    })
  return (
    <Card title={t.title}>
      <Form onSubmit={submit} action={action}>
        {!user.has_password && <Notice look="warn">{t.missing}</Notice>}
        {/* Password managers save the password for this name. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        {user.has_password && (
          <TextField {...field('current_password')} type="password" autoComplete="current-password" label={t.current} />
        )}
        <TextField {...field('password')} type="password" autoComplete="new-password" label={t.next} help={t.help} />
        <div>
          <Button
            look={user.has_password ? 'plain' : 'primary'}
            type="submit"
            isPending={action.isPending}
            isDisabled={values.password === ''}
          >
            {user.has_password ? t.change : t.set}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
