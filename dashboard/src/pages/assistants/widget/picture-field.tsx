// The picture of the widget, which is made small and square in the browser.
import { ImageUp, X } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { say, sayError } from '../../../ui/overlays.tsx'
import { Button } from '../../../ui/page.tsx'
import { texts } from './texts.ts'

export function PictureField({ id, url }: { id: number; url: string | null }) {
  const t = useTexts(texts)
  const set = useAction('widgets', 'setPicture')
  const remove = useAction('widgets', 'removePicture')
  const upload = async (file: File | undefined) => {
    if (!file) return
    const small = await squareOf(file).catch(() => undefined)
    if (!small) return say(t.pictureFailed, 'bad')
    set.mutate({ id, file: { name: 'picture.webp', data: small } }, { onError: sayError })
  }
  return (
    <div role="group" aria-label={t.picture} className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        {t.picture}
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {url !== null && <img src={url} alt="" className="size-12 rounded-full border object-cover" />}
        <FileTrigger
          acceptedFileTypes={['image/png', 'image/jpeg', 'image/webp']}
          onSelect={(files) => void upload(files?.[0])}
        >
          <Button icon={ImageUp} isPending={set.isPending}>
            {t.choosePicture}
          </Button>
        </FileTrigger>
        {url !== null && (
          <Button
            icon={X}
            look="quiet"
            isPending={remove.isPending}
            onPress={() => remove.mutate({ id }, { onError: sayError })}
          >
            {t.removePicture}
          </Button>
        )}
      </div>
      <p className="text-sm text-soft">{t.pictureHelp}</p>
    </div>
  )
}

/** Twice the size at which it is shown on a screen with the usual density, and more. */
const pixels = 128

/** The middle of the picture as WebP, or as PNG where the browser cannot write it. Fails for files that are not pictures. */
async function squareOf(file: File): Promise<Uint8Array> {
  const bitmap = await createImageBitmap(file)
  const side = Math.min(bitmap.width, bitmap.height)
  const canvas = new OffscreenCanvas(pixels, pixels)
  const [x, y] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
  canvas.getContext('2d')!.drawImage(bitmap, x, y, side, side, 0, 0, pixels, pixels)
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
  return new Uint8Array(await blob.arrayBuffer())
}
