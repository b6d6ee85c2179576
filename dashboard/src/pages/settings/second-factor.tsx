// Says whether signing in needs a code of an authenticator app, and sets the app up or removes it.
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ReplyFrom, useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useSession } from '../../session/session.tsx'
import { saveFile } from '../../ui/download.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Badge, Button, Card, Loading, Notice } from '../../ui/page.tsx'
import { Code } from '../../ui/values.tsx'

const texts = textsOf('settings', 'secondFactor')

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
    <Form onSubmit={() => action.mutate({ code })} action={action}>
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
      <FormButtons submit={t.remove} look="danger" onCancel={onClose} />
    </Form>
  )
}

const setUpSecondFactorTexts = textsOf('settings', 'setUpSecondFactor')

type Started = ReplyFrom<'session', 'startSecondFactor'>

/** Sets up an authenticator app: the password, the secret as a QR code, a code as proof, and the recovery codes. */
function SetUpSecondFactor({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(setUpSecondFactorTexts)
  const [started, setStarted] = useState<Started>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => {
    setStarted(undefined)
    setCodes(undefined)
    onClose()
  }
  return (
    <Dialog title={codes ? t.codes : t.title} isOpen={isOpen} onClose={close} isSticky={codes !== undefined}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : started ? (
        <ConfirmApp started={started} onConfirmed={setCodes} onClose={close} />
      ) : (
        <Start onStarted={setStarted} onClose={close} />
      )}
    </Dialog>
  )
}

function Start({ onStarted, onClose }: { onStarted(started: Started): void; onClose(): void }) {
  const t = useTexts(setUpSecondFactorTexts)
  const { user } = useSession()
  const [password, setPassword] = useState('')
  const start = useAction('session', 'startSecondFactor', { onDone: onStarted })
  const submit = () => {
    if (!start.isPending) start.mutate(user.has_password ? { password } : {})
  }
  return (
    <Form onSubmit={submit} action={start}>
      {user.has_password && (
        <TextField
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus
          label={t.password}
          value={password}
          onChange={setPassword}
        />
      )}
      <FormButtons submit={t.proceed} onCancel={onClose} />
    </Form>
  )
}

interface ConfirmAppProps {
  started: Started
  onConfirmed(codes: string[]): void
  onClose(): void
}

function ConfirmApp({ started, onConfirmed, onClose }: ConfirmAppProps) {
  const t = useTexts(setUpSecondFactorTexts)
  const [code, setCode] = useState('')
  const confirm = useAction('session', 'confirmSecondFactor', {
    changes: ['members'],
    onDone: (reply) => onConfirmed(reply.recovery_codes),
  })
  const submit = () => confirm.mutate({ code: code.replace(/\s/g, '') })
  return (
    <Form onSubmit={submit} action={confirm}>
      <p>{t.scan}</p>
      <div className="flex justify-center">
        <QrCode text={started.url} label={t.qr} />
      </div>
      <div className="flex flex-col gap-1">
        <p className="text-sm font-medium">{t.secret}</p>
        <Code label={t.secret} text={started.secret} />
        <a href={started.url} className="text-sm text-accent underline">
          {t.open}
        </a>
      </div>
      <TextField
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        isMono
        label={t.code}
        value={code}
        onChange={setCode}
      />
      <FormButtons submit={t.confirm} onCancel={onClose} />
    </Form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const t = useTexts(setUpSecondFactorTexts)
  const text = codes.join('\n')
  return (
    <div className="flex flex-col gap-4">
      <Notice look="warn">{t.codesText}</Notice>
      <Code label={t.codes} text={text} />
      <div className="flex justify-end gap-2">
        <Button icon={Download} onPress={() => saveFile(`${text}\n`, 'parley-recovery-codes.txt', 'text/plain')}>
          {t.download}
        </Button>
        <Button look="primary" onPress={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  )
}

/** Draws a QR code. Its encoder is loaded when a code is shown first. */
function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][]>()
  useEffect(() => {
    let isCurrent = true
    void import('uqr').then(({ encode }) => {
      if (isCurrent) setModules(encode(text, { ecc: 'M', border: 4 }).data)
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  if (!modules) return <Loading className="size-48" />
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  // Cameras need dark modules on a light ground, in every color scheme.
  return (
    <svg
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-48 rounded-lg bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}
