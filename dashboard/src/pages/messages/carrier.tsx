// The carrier account that senders and phone numbers belong to, and its credentials, which are never shown.
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { ConfirmButton, say } from '../../ui/overlays.tsx'
import { Badge, Card, Loaded, Notice } from '../../ui/page.tsx'
import { Code, Facts, Time } from '../../ui/values.tsx'

const texts = textsOf('messages', 'carrier')

export function Carrier() {
  const t = useTexts(texts)
  const may = useMay()
  const query = useRead('senders', 'getCarrier')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Card title={t.present}>
        <Loaded query={query}>
          {({ data }) => (
            <div className="flex flex-col gap-4">
              <Facts
                facts={[
                  [
                    t.owner,
                    <Badge key="owner" look="accent">
                      {data.owner === 'account' ? t.own : t.shared}
                    </Badge>,
                  ],
                  data.account_sid && [
                    t.sid,
                    <span key="sid" className="font-mono text-sm break-all">
                      {data.account_sid}
                    </span>,
                  ],
                  data.verified_at && [t.verified, <Time key="verified" at={data.verified_at} />],
                ]}
              />
              {data.unreadable && <Notice look="bad">{t.unreadable}</Notice>}
              <div>
                <h3 className="mb-1 text-sm font-medium">{t.webhook}</h3>
                <Code text={data.inbound_webhook_url} label={t.webhook} />
              </div>
              {data.owner === 'account' && may('senders', 'deleteCarrier') && <RemoveCarrier />}
            </div>
          )}
        </Loaded>
      </Card>
      {may('senders', 'setCarrier') && (
        <Card title={t.change}>
          <CarrierForm />
        </Card>
      )}
    </div>
  )
}

function CarrierForm() {
  const t = useTexts(texts)
  const { values, field, reset } = useFields({ account_sid: '', auth_token: '' })
  const save = useAction('senders', 'setCarrier', {
    onDone: () => {
      reset()
      say(t.saved)
    },
  })
  const submit = () => save.mutate({ account_sid: values.account_sid.trim(), auth_token: values.auth_token.trim() })
  return (
    <Form onSubmit={submit} action={save}>
      <p className="text-soft">{t.changeText}</p>
      <TextField {...field('account_sid')} label={t.sid} placeholder="AC…" autoComplete="off" isMono />
      <TextField {...field('auth_token')} label={t.token} type="password" autoComplete="off" isMono />
      <FormButtons submit={t.save} />
    </Form>
  )
}

function RemoveCarrier() {
  const t = useTexts(texts)
  const remove = useAction('senders', 'deleteCarrier', { onDone: () => say(t.removed) })
  return (
    <div>
      <ConfirmButton title={t.removeTitle} text={t.removeText} action={t.remove} mutation={remove} input={{}} />
    </div>
  )
}
