// Adds a website: one page and the pages that it links to, or exactly the pages of a list.
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { Dialog } from '../../ui/overlays.tsx'

const texts = textsOf(
  {
    title: 'Add a website',
    pages: 'Pages',
    follow: 'One page and those it links to',
    list: 'Exactly the pages of a list',
    url: 'Address of the first page',
    limit: 'Further pages',
    links: 'Addresses, one per line',
  },
  {
    title: 'Website hinzufügen',
    pages: 'Seiten',
    follow: 'Eine Seite und die von ihr verlinkten',
    list: 'Genau die Seiten einer Liste',
    url: 'Adresse der ersten Seite',
    limit: 'Weitere Seiten',
    links: 'Adressen, eine pro Zeile',
  },
)

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

/** People leave out the scheme; the API requires it. */
const withScheme = (address: string): string =>
  address === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`

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
  const [name, setName] = useState('')
  const [source, setSource] = useState<'follow' | 'list'>('follow')
  const [url, setUrl] = useState('')
  const [links, setLinks] = useState('')
  const [limit, setLimit] = useState<string>()
  const create = useAction('knowledge', 'createDocument', { onDone: onClose })
  const shownLimit = limit ?? String(schemaOf('relative_links_limit').default ?? '')
  const addresses = links.split(/\s+/).filter((link) => link !== '')
  const first = source === 'follow' ? url.trim() : (addresses[0] ?? '')
  const submit = () => {
    if (create.isPending) return
    create.mutate({
      knowledgebaseId,
      type: 'website',
      name: name.trim() || hostOf(first),
      ...(source === 'follow'
        ? {
            url: withScheme(url.trim()),
            ...(shownLimit !== '' && { relative_links_limit: Number(shownLimit) }),
          }
        : { links: addresses.map(withScheme) }),
    })
  }
  const fields = source === 'follow' ? ['name', 'url', 'relative_links_limit'] : ['name', 'links']
  return (
    <Form onSubmit={submit} error={create.error} fields={fields}>
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
          <TextField
            label={t.url}
            name="url"
            inputMode="url"
            value={url}
            onChange={setUrl}
            placeholder="https://www.example.com"
            autoFocus
          />
          <TextField
            label={t.limit}
            help={<Help text={schemaOf('relative_links_limit').description} />}
            name="relative_links_limit"
            inputMode="numeric"
            value={shownLimit}
            onChange={setLimit}
          />
        </>
      ) : (
        <TextField
          label={t.links}
          help={<Help text={schemaOf('links').description} />}
          name="links"
          value={links}
          onChange={setLinks}
          rows={6}
        />
      )}
      <TextField label={t.name} name="name" value={name} onChange={setName} placeholder={hostOf(first)} />
      <FormButtons submit={t.add} isPending={create.isPending} />
    </Form>
  )
}
