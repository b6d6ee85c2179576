// Adds files and a website: with the pages that it links to, or with exactly the pages of a list.
import { useEffect, useState } from 'react'
import { withScheme } from '../../address/with-scheme.ts'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { client } from '../../api/client.ts'
import { useSendOnce } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { DropFiles, UploadList } from './upload-list.tsx'
import { addUploads, type ChosenFile, maxNameCharacters, useUploads } from './uploads.ts'

const texts = textsOf('knowledge', 'addKnowledge')

interface AddProps {
  /** Undefined to create a knowledge base with this name. */
  knowledgebaseId: number | undefined
  newName?: string
  /** Whether it asks which pages of a website are read. */
  asksForPages?: boolean
  onClose(): void
  onCreated?(knowledgebaseId: number): Promise<void>
}

export function AddKnowledge({ isOpen, ...props }: AddProps & { isOpen: boolean }) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={props.onClose}>
      <Fields {...props} />
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

function Fields({ knowledgebaseId, newName = '', asksForPages = false, onClose, onCreated }: AddProps) {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('knowledge', 'createDocument')
  const { values, field } = useFields({ name: '', url: '', links: '' })
  const [source, setSource] = useState<'follow' | 'list'>('follow')
  const [limit, setLimit] = useState<string>()
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([])
  const shownLimit = limit ?? String(schemaOf('relative_links_limit').default ?? '')
  const addresses = values.links.split(/\s+/).filter((link) => link !== '')
  const first = source === 'follow' ? values.url.trim() : (addresses[0] ?? '')
  const files = chosen.filter(({ state }) => state === 'chosen')
  const website = first !== '' && {
    type: 'website' as const,
    name: values.name.trim() || hostOf(first),
    ...(source === 'follow'
      ? { url: withScheme(first), ...(shownLimit !== '' && { relative_links_limit: Number(shownLimit) }) }
      : { links: addresses.map(withScheme) }),
  }

  const add = useSendOnce(
    async (input: { website: typeof website; files: string[] }, options) => {
      const id =
        knowledgebaseId ?? (await client.knowledge.create({ name: newName.slice(0, maxNameCharacters) })).data.id
      try {
        if (input.website) await client.knowledge.createDocument({ knowledgebaseId: id, ...input.website }, options)
        if (knowledgebaseId === undefined) await onCreated?.(id)
      } catch (error) {
        // Nothing refers to it, and the next attempt creates another one.
        if (knowledgebaseId === undefined) await client.knowledge.delete({ id })
        throw error
      }
      addUploads(id, files)
      setChosen((known) => known.filter((file) => !files.includes(file)))
      return id
    },
    ['knowledge'],
  )

  const sentTo = add.data ?? knowledgebaseId
  const open = useUploads(sentTo).length + chosen.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when everything has been sent
  useEffect(() => {
    if (add.isSuccess && open === 0) onClose()
  }, [add.isSuccess, open])

  return (
    <Form action={add} onSubmit={() => add.mutate({ website, files: files.map(({ id }) => id) })}>
      <DropFiles onFiles={(added) => setChosen((known) => [...known, ...added])} />
      <UploadList
        knowledgebaseId={sentTo}
        chosen={chosen}
        onRemove={(id) => setChosen((known) => known.filter((file) => file.id !== id))}
      />
      {source === 'follow' ? (
        <TextField
          {...field('url')}
          label={asksForPages ? t.url : t.website}
          help={asksForPages ? undefined : t.urlHelp(shownLimit)}
          inputMode="url"
          placeholder="https://www.example.com"
          autoFocus
        />
      ) : (
        <TextField {...field('links')} label={t.links} help={t.linksHelp} rows={6} />
      )}
      {asksForPages && (
        <>
          <Select<'follow' | 'list'>
            label={t.pages}
            options={[
              { value: 'follow', label: t.follow },
              { value: 'list', label: t.list },
            ]}
            value={source}
            onChange={setSource}
          />
          {source === 'follow' && (
            <TextField
              label={t.limit}
              help={t.limitHelp}
              name="relative_links_limit"
              inputMode="numeric"
              value={shownLimit}
              onChange={setLimit}
            />
          )}
          <TextField {...field('name')} label={t.name} placeholder={hostOf(first)} />
        </>
      )}
      <FormButtons submit={t.add} isDisabled={files.length === 0 && !website} />
    </Form>
  )
}
