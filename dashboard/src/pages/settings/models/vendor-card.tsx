// One vendor: what it offers, whose key it uses, and how to connect it.
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { ConfirmButton, Dialog, say } from '../../../ui/overlays.tsx'
import { Badge, type BadgeLook, Button, Card, Notice } from '../../../ui/page.tsx'
import { Facts, Time } from '../../../ui/values.tsx'
import { explained, KeyForm } from './key-form.tsx'
import { areaOf, type Scope, type Vendor } from './scope.ts'
import { texts } from './texts.ts'

/** Where each vendor issues keys. */
const keyPages: Record<Vendor['vendor'], string> = {
  openai: 'https://platform.openai.com/api-keys',
  anthropic: 'https://console.anthropic.com/settings/keys',
  google: 'https://aistudio.google.com/apikey',
  deepgram: 'https://console.deepgram.com/',
  elevenlabs: 'https://elevenlabs.io/app/settings/api-keys',
  cartesia: 'https://play.cartesia.ai/keys',
  azure: 'https://portal.azure.com/',
}

interface VendorProps {
  vendor: Vendor
  scope: Scope
  canConnect: boolean
}

export function VendorCard({ vendor: shown, scope, canConnect }: VendorProps) {
  const t = useTexts(texts)
  const { vendor, name, kinds, uses, variable, key } = shown
  const [isOpen, setOpen] = useState(false)
  const isFixed = scope === 'installation' && variable !== null
  const isProvided = scope === 'account' && key === null && uses !== null
  const close = () => setOpen(false)
  const [connect, connectShort] = key
    ? [t.replace(name), t.replaceShort]
    : isProvided
      ? [t.connectOwn(name), t.connectOwnShort]
      : [t.connect(name), t.connectShort]
  return (
    <Card title={name} actions={<State vendor={shown} isFixed={isFixed} isProvided={isProvided} />}>
      <div className="flex flex-col gap-3">
        <Facts
          facts={[
            [t.offers, kinds.map((kind) => t.kinds[kind]).join(', ')],
            key && [t.key, key.hint === '' ? t.noKey : /\*$/.test(key.hint) ? t.hidden : t.ending(key.hint.slice(-4))],
            key?.server_url && [t.server, key.server_url],
            key?.region && [t.region, key.region],
            key && [t.by, key.set_by],
            key && [t.at, <Time key="at" at={key.set_at} />],
            key && [t.tested, <Time key="tested" at={key.tested_at} />],
          ]}
        />
        {key?.unreadable && !isFixed && <Notice look="bad">{t.unreadable}</Notice>}
        {isFixed && <Notice>{t.fixed(variable)}</Notice>}
        {isProvided && canConnect && <p className="text-sm text-soft">{t.providedText}</p>}
        {canConnect && (!isFixed || key) && (
          <div className="flex flex-wrap items-center gap-2">
            {!isFixed && (
              <Button look={uses === null ? 'primary' : 'plain'} aria-label={connect} onPress={() => setOpen(true)}>
                {connectShort}
              </Button>
            )}
            {key && <KeyButtons vendor={shown} scope={scope} />}
            {!isFixed && (
              <a
                href={keyPages[vendor]}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-9 items-center gap-1.5 text-accent hover:underline"
              >
                {t.getKey(name)}
                <ExternalLink aria-hidden size={14} />
              </a>
            )}
          </div>
        )}
      </div>
      <Dialog title={connect} isOpen={isOpen} onClose={close}>
        {isOpen && <KeyForm vendor={shown} scope={scope} onClose={close} />}
      </Dialog>
    </Card>
  )
}

interface StateProps {
  vendor: Vendor
  isFixed: boolean
  isProvided: boolean
}

function State({ vendor: { uses, key }, isFixed, isProvided }: StateProps) {
  const t = useTexts(texts)
  const [look, text]: [BadgeLook, string] =
    key && (key.last_error !== null || key.unreadable) && !isFixed
      ? ['bad', key.unreadable ? t.notUsed : t.rejected]
      : isProvided
        ? ['neutral', t.provided]
        : uses === null
          ? ['neutral', t.notConnected]
          : ['good', t.connected]
  return <Badge look={look}>{text}</Badge>
}

function KeyButtons({ vendor: { vendor, name }, scope }: Omit<VendorProps, 'canConnect'>) {
  const t = useTexts(texts)
  const area = areaOf(scope)
  const changes = ['vendors', 'installationVendors', 'catalogues'] as const
  const test = useAction(area, 'test', { changes, onDone: () => say(t.accepted(name)) })
  const remove = useAction(area, 'remove', { changes, onDone: () => say(t.removed(name)) })
  const cache = useQueryClient()
  const onError = (error: Error) => {
    say(explained(error, name, t, t.rejectedTest).message, 'bad')
    // The outcome is stored with the key.
    for (const each of changes) void cache.invalidateQueries({ queryKey: [each] })
  }
  return (
    <>
      <Button aria-label={t.test(name)} isPending={test.isPending} onPress={() => test.mutate({ vendor }, { onError })}>
        {t.testShort}
      </Button>
      <ConfirmButton
        mutation={remove}
        title={t.removeTitle(name)}
        text={t.removeText}
        action={t.disconnect(name)}
        input={{ vendor }}
      />
    </>
  )
}
