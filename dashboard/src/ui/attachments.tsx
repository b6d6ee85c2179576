// The files of a message: pictures as small ones, others with their name, type and size.
import { Download, FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'

export interface Attachment {
  url: string
  content_type: string
  filename: string | null
  size_bytes?: number | null
}

const texts = textsOf('app', 'attachments')

const typeNames: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'text/plain': 'TXT',
  'text/markdown': 'Markdown',
  'text/csv': 'CSV',
}

export function Attachments({ files }: { files: readonly Attachment[] }) {
  const t = useTexts(texts)
  if (files.length === 0) return null
  return (
    <ul aria-label={t.files} className="flex max-w-full flex-wrap gap-1.5">
      {files.map((file) => (
        <li key={file.url} className="min-w-0 max-w-full">
          <AttachedFile {...file} />
        </li>
      ))}
    </ul>
  )
}

function AttachedFile(file: Attachment) {
  const t = useTexts(texts)
  const { url, content_type: type, filename } = file
  const [isBroken, setBroken] = useState(false)
  const name = filename ?? (type.startsWith('image/') ? t.image : t.file)
  if (type.startsWith('image/') && !isBroken)
    return (
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={t.open(name)}
        title={name}
        className="block rounded-lg"
      >
        <img
          src={url}
          alt={name}
          loading="lazy"
          onError={() => setBroken(true)}
          className="max-h-56 min-h-10 min-w-10 max-w-full rounded-lg border bg-card object-contain"
        />
      </a>
    )
  if (type.startsWith('audio/'))
    return (
      // biome-ignore lint/a11y/useMediaCaption: customers send files without captions
      <audio controls preload="none" src={url} aria-label={name} className="max-w-full" />
    )
  if (type.startsWith('video/'))
    return (
      // biome-ignore lint/a11y/useMediaCaption: customers send files without captions
      <video controls preload="none" src={url} aria-label={name} className="max-h-72 max-w-full rounded-lg" />
    )
  return <FileRow {...file} name={name} isBroken={isBroken} />
}

function FileRow({
  url,
  content_type: type,
  size_bytes,
  name,
  isBroken,
}: Attachment & { name: string; isBroken: boolean }) {
  const t = useTexts(texts)
  const format = useFormats()
  const Icon = isBroken ? ImageOff : FileText
  const size = size_bytes == null ? undefined : sizeOf(size_bytes)
  const facts = [typeNames[type] ?? type, size && t[size.unit](format.precise(size.value))].filter(Boolean).join(' · ')
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="flex max-w-full items-center gap-2.5 rounded-lg border bg-card px-3 py-2 hover:bg-sunken"
    >
      <Icon aria-hidden size={18} className="shrink-0 text-soft" />
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{name}</bdi>
        <span className="block text-xs text-soft">{facts}</span>
      </span>
      <span className="sr-only">{t.download}</span>
      <Download aria-hidden size={15} className="shrink-0 text-soft" />
    </a>
  )
}

const sizeOf = (bytes: number): { unit: 'kilobytes' | 'megabytes'; value: number } =>
  bytes < 1_000_000
    ? { unit: 'kilobytes', value: Math.max(1, Math.round(bytes / 1_000)) }
    : { unit: 'megabytes', value: Math.round(bytes / 100_000) / 10 }
