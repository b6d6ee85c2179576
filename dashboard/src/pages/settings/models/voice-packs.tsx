// Voice packs: the voices and recognizers that run on the server itself; adding, canceling, hearing and removing them.
import { FileUp, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { type ReplyFrom, useAction, useRead } from '../../../api/query.ts'
import { useLanguageName } from '../../../i18n/language-name.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMessages } from '../../../messages/use-messages.ts'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { ConfirmButton, Dialog, say, sayError } from '../../../ui/overlays.tsx'
import { Badge, type BadgeLook, Button, Card, IconButton, Loaded, Notice, Progress } from '../../../ui/page.tsx'
import { useSound } from '../../../ui/use-sound.ts'

const texts = textsOf('settings', 'voicePacks')

type Pack = ReplyFrom<'voicePacks', 'list'>['data'][number]
type Failure = NonNullable<Pack['failure']>

const progressMs = 1_000
/** Their voices and languages can be chosen for assistants. */
const changes = ['catalogues'] as const

export function VoicePacks() {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const known = useRead('voicePacks', 'list')
  const isBusy = known.data?.data.some(({ state }) => state === 'adding' || state === 'canceling') ?? false
  const query = useRead('voicePacks', 'list', {}, isBusy ? { refetchMs: progressMs } : {})
  const close = () => setOpen(false)
  return (
    <Card
      title={t.title}
      isFlush
      actions={
        <Button size="small" onPress={() => setOpen(true)}>
          {t.addOwn}
        </Button>
      }
    >
      <p className="border-b px-4 py-3 text-sm text-soft">{t.text}</p>
      <Loaded query={query}>
        {({ data }) => (
          <ul className="divide-y">
            {data.map((pack) => (
              <li key={pack.pack} aria-label={pack.title} className="flex flex-col gap-2 px-4 py-3">
                <PackRow pack={pack} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Dialog title={t.ownTitle} isOpen={isOpen} onClose={close}>
        {isOpen && <OwnPack onClose={close} />}
      </Dialog>
    </Card>
  )
}

function PackRow({ pack }: { pack: Pack }) {
  const { state, progress, failure } = pack
  const t = useTexts(texts)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 font-medium break-words">{pack.title}</span>
            <State pack={pack} />
          </p>
          <PackFacts pack={pack} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {state === 'installed' && pack.voices.length > 0 && <Listen pack={pack} />}
          <PackButtons pack={pack} />
        </div>
      </div>
      {state === 'adding' && progress && <Adding title={pack.title} progress={progress} />}
      {failure && <FailureNotice failure={failure} canResume={pack.can_resume} />}
      {state === 'interrupted' && !failure && !pack.can_resume && <Notice>{t.chooseAgain}</Notice>}
    </>
  )
}

function FailureNotice({ failure: { code, message }, canResume }: { failure: Failure; canResume: boolean }) {
  const t = useTexts(texts)
  return (
    <Notice look="bad">
      {code === 'disk_full' && !canResume ? t.fileDiskFull : t.failures[code]}
      {(code === 'invalid_manifest' || code === 'invalid_pack') && (
        <span lang="en" className="block break-words">
          {message}
        </span>
      )}
    </Notice>
  )
}

const looks: Record<Pack['state'], BadgeLook> = {
  available: 'neutral',
  adding: 'accent',
  canceling: 'warn',
  interrupted: 'warn',
  installed: 'good',
}

function State({ pack: { state, failure } }: { pack: Pack }) {
  const t = useTexts(texts)
  if (state === 'available') return null
  return <Badge look={failure ? 'bad' : looks[state]}>{failure ? t.failed : t.states[state]}</Badge>
}

/** More languages are counted. */
const maxLanguages = 7

function PackFacts({ pack: { kind, languages, bytes, license } }: { pack: Pack }) {
  const t = useTexts(texts)
  const format = useFormats()
  const nameOf = useLanguageName()
  const spoken =
    languages.length > maxLanguages ? format.count(t.languages, languages.length) : languages.map(nameOf).join(', ')
  const facts = [kind && t.kinds[kind], spoken, bytes > 0 && t.megabytes(megabytes(bytes, format)), license]
  return <p className="text-sm text-soft">{facts.filter(Boolean).join(' · ')}</p>
}

const megabytes = (bytes: number, format: ReturnType<typeof useFormats>): string =>
  format.number(Math.max(1, Math.round(bytes / 1_000_000)))

function Adding({ title, progress }: { title: string; progress: NonNullable<Pack['progress']> }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { step, done_bytes: done, total_bytes: total } = progress
  const isMeasured = step === 'downloading' && total > 0
  return (
    <div className="flex flex-col gap-1">
      <Progress label={t.addNamed(title)} {...(isMeasured && { share: done / total })} />
      <p className="text-sm text-soft">
        {t.steps[step]}
        {isMeasured && ` · ${t.ofSize(megabytes(done, format), megabytes(total, format))}`}
      </p>
    </div>
  )
}

function Listen({ pack: { title, voices } }: { pack: Pack }) {
  const t = useTexts(texts)
  const nameOf = useLanguageName()
  const sound = useSound<string>(t.silent)
  const [chosen, setChosen] = useState(voices[0]!.id)
  const voice = voices.find(({ id }) => id === chosen) ?? voices[0]!
  const isPlaying = sound.playing === voice.id
  const options = voices.map(({ id, name, language }) => ({ value: id, label: `${name} · ${nameOf(language)}` }))
  return (
    <>
      {voices.length > 1 && (
        <Select<string>
          label={t.voice(title)}
          isLabelHidden
          options={options}
          value={voice.id}
          onChange={setChosen}
          className="w-56 min-w-0"
        />
      )}
      <IconButton
        label={isPlaying ? t.stop(voice.name) : t.listen(voice.name)}
        onPress={() => (isPlaying ? sound.stop() : sound.play(voice.id, voice.preview_url))}
      >
        {isPlaying ? <Pause aria-hidden size={16} /> : <Play aria-hidden size={16} />}
      </IconButton>
    </>
  )
}

function PackButtons({ pack }: { pack: Pack }) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const cancel = useAction('voicePacks', 'cancel')
  const resume = useAction('voicePacks', 'add', { changes })
  const remove = useAction('voicePacks', 'remove', { changes, onDone: () => say(t.removed(pack.title)) })
  const { state, title } = pack
  const isKnown = pack.kind !== null
  const close = () => setOpen(false)
  if (state === 'adding')
    return (
      <Button
        aria-label={t.cancelNamed(title)}
        isPending={cancel.isPending}
        onPress={() => cancel.mutate({ pack: pack.pack }, { onError: sayError })}
      >
        {t.cancel}
      </Button>
    )
  if (state === 'canceling') return null
  const [label, name] = state === 'interrupted' ? [t.resume, t.resumeNamed(title)] : [t.add, t.addNamed(title)]
  return (
    <>
      {state !== 'installed' && isKnown && (
        <Button aria-label={name} onPress={() => setOpen(true)}>
          {label}
        </Button>
      )}
      {!isKnown && pack.can_resume && (
        <Button
          aria-label={name}
          isPending={resume.isPending}
          onPress={() => resume.mutate({ name: pack.pack }, { onError: sayError })}
        >
          {label}
        </Button>
      )}
      {state !== 'available' && (
        <ConfirmButton
          mutation={remove}
          title={t.removeTitle(title)}
          text={t.removeText[state === 'installed' ? pack.kind! : 'download']}
          action={t.remove}
          input={{ pack: pack.pack }}
        />
      )}
      <Dialog title={t.addNamed(title)} isOpen={isOpen} onClose={close}>
        {isOpen && <KnownPack pack={pack} onClose={close} />}
      </Dialog>
    </>
  )
}

function KnownPack({ pack, onClose }: { pack: Pack; onClose(): void }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { messageOf } = useMessages()
  const add = useAction('voicePacks', 'add', { changes, onDone: onClose })
  return (
    <Form onSubmit={() => add.mutate({ name: pack.pack })} action={add}>
      <PackFacts pack={pack} />
      <p className="font-medium">{t.license(pack.license!)}</p>
      {pack.notice !== null && <Notice>{messageOf(pack.notice)}</Notice>}
      <p>{t.download(megabytes(pack.bytes, format))}</p>
      <FormButtons submit={t.accept} onCancel={onClose} />
    </Form>
  )
}

function OwnPack({ onClose }: { onClose(): void }) {
  const t = useTexts(texts)
  const { values, field } = useFields({ url: '' })
  const add = useAction('voicePacks', 'add', { changes, onDone: onClose })
  const upload = useAction('voicePacks', 'upload', { changes, onDone: onClose })
  const send = (file: File | undefined) => {
    if (file) upload.mutate({ filename: file.name, file }, { onError: sayError })
  }
  return (
    <Form onSubmit={() => add.mutate({ url: values.url.trim() })} action={add}>
      <TextField
        {...field('url')}
        label={t.url}
        help={t.urlHelp}
        placeholder="https://example.com/packs/our-voice.tar.gz"
        autoFocus
        isMono
      />
      <div>
        <FileTrigger acceptedFileTypes={['.tar', '.gz', '.tgz', '.bz2']} onSelect={(files) => send(files?.[0])}>
          <Button icon={FileUp} isPending={upload.isPending}>
            {t.choose}
          </Button>
        </FileTrigger>
      </div>
      <Notice>{t.trust}</Notice>
      <FormButtons submit={t.add} onCancel={onClose} isDisabled={values.url.trim() === ''} />
    </Form>
  )
}
