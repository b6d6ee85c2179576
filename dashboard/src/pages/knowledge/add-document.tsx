// Adds a website, with the pages that it links to or with exactly the pages of a list, or a text.

import { useState } from 'react'
import { withScheme } from '../../address/with-scheme.ts'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'

const texts = textsOf('knowledge', 'addDocument')

interface AddProps {
  knowledgebaseId: number
  isOpen: boolean
  onClose(): void
}

export function AddWebsite(props: AddProps) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title} isOpen={props.isOpen} onClose={props.onClose}>
      <WebsiteForm {...props} />
    </Dialog>
  )
}

const hostOf = (address: string): string => {
  try {
    return new URL(withScheme(address)).host
  } catch {
    return ''
  }
}

function WebsiteForm({ knowledgebaseId, onClose }: AddProps) {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('knowledge', 'createDocument')
  const { values, field } = useFields({ name: '', url: '', links: '' })
  const [source, setSource] = useState<'follow' | 'list'>('follow')
  const [limit, setLimit] = useState<string>()
  const create = useAction('knowledge', 'createDocument', { onDone: onClose })
  const shownLimit = limit ?? String(schemaOf('relative_links_limit').default ?? '')
  const addresses = values.links.split(/\s+/).filter((link) => link !== '')
  const first = source === 'follow' ? values.url.trim() : (addresses[0] ?? '')
  const submit = () =>
    create.mutate({
      knowledgebaseId,
      type: 'website',
      name: values.name.trim() || hostOf(first),
      ...(source === 'follow'
        ? {
            url: withScheme(values.url.trim()),
            ...(shownLimit !== '' && { relative_links_limit: Number(shownLimit) }),
          }
        : { links: addresses.map(withScheme) }),
    })
  return (
    <Form onSubmit={submit} action={create}>
      <Select<'follow' | 'list'>
        label={t.pages}
        options={[
          { value: 'follow', label: t.follow },
          { value: 'list', label: t.list },
        ]}
        value={source}
        onChange={setSource}
      />
      {source === 'follow' ? (
        <>
          <TextField {...field('url')} label={t.url} inputMode="url" placeholder="https://www.example.com" autoFocus />
          <TextField
            label={t.limit}
            help={t.limitHelp}
            name="relative_links_limit"
            inputMode="numeric"
            value={shownLimit}
            onChange={setLimit}
          />
        </>
      ) : (
        <TextField {...field('links')} label={t.links} help={t.linksHelp} rows={6} />
      )}
      <TextField {...field('name')} label={t.name} placeholder={hostOf(first)} />
      <FormButtons submit={t.add} />
    </Form>
  )
}

const textTexts = textsOf('knowledge', 'text')

/** Adds a text that is written or pasted, as a text file. */
export function AddText(props: AddProps) {
  const t = useTexts(textTexts)
  return (
    <Dialog title={t.title} isOpen={props.isOpen} onClose={props.onClose}>
      <TextForm {...props} />
    </Dialog>
  )
}

function TextForm({ knowledgebaseId, onClose }: AddProps) {
  const t = useTexts(textTexts)
  const schemaOf = useFieldSchemas('knowledge', 'createDocument')
  const { values, field } = useFields({ name: '', file: '' })
  const create = useAction('knowledge', 'createDocument', { onDone: onClose })
  const submit = () => {
    const file = new File([values.file], 'text.txt', { type: 'text/plain' })
    create.mutate({ knowledgebaseId, name: values.name, type: 'txt', file })
  }
  return (
    <Form onSubmit={submit} action={create}>
      <TextField {...field('name')} label={t.name} maxLength={schemaOf('name').maxLength ?? 255} autoFocus />
      <TextField {...field('file')} label={t.text} help={t.help} placeholder={t.example} rows={10} />
      <FormButtons submit={t.add} />
    </Form>
  )
}
