// Sends a freeform text, or a media file by its address.
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { client } from '../../api/client.ts'
import type { InputOf } from '../../api/query.ts'
import { useSendOnce } from '../../api/send-once.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { SentNotice, sentAreas } from './sent-notice.tsx'
import type { Sender } from './use-senders.ts'

const texts = textsOf(
  { media: 'Address of a media file', filename: 'File name' },
  { media: 'Adresse einer Mediendatei', filename: 'Dateiname' },
)

interface SendFreeformProps {
  sender: Sender
  phone: string
  mayTry: boolean
}

export function SendFreeform({ sender, phone, mayTry }: SendFreeformProps) {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('messages', 'sendFreeform')
  const [text, setText] = useState('')
  const [media, setMedia] = useState('')
  const [filename, setFilename] = useState('')
  const send = useSendOnce(
    (input: InputOf<'messages', 'sendFreeform'>, options) => client.messages.sendFreeform(input, options),
    sentAreas,
  )
  const submit = () => {
    if (send.isPending) return
    const fields = {
      sender_id: sender.id,
      recipient_phone: phone,
      message: text || null,
      ...(media !== '' && { media_url: media, filename: filename || null }),
    }
    send.mutate(fields, { onSuccess: () => setText('') })
  }
  const help = (field: string) => <Help text={schemaOf(field).description} />
  return (
    <Form onSubmit={submit} error={send.error} fields={['message', 'media_url', 'filename']}>
      <TextField label={t.text} help={help('message')} name="message" value={text} onChange={setText} rows={5} />
      <TextField
        label={t.media}
        help={help('media_url')}
        name="media_url"
        inputMode="url"
        value={media}
        onChange={setMedia}
      />
      {media !== '' && <TextField label={t.filename} name="filename" value={filename} onChange={setFilename} />}
      {send.data && <SentNotice conversation={send.data.conversation_uuid} />}
      <FormButtons submit={t.send} isPending={send.isPending} isDisabled={phone === '' || !mayTry} />
    </Form>
  )
}
