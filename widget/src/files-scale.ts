// Makes large photos smaller before they are uploaded, which also removes where and when they were taken.
const scaledTypes = ['image/jpeg', 'image/png', 'image/webp']
const largeBytes = 1.5 * 2 ** 20
const maxSide = 2_048

/** The file itself if it is small, no picture, or cannot be made smaller. */
export async function scaledPicture(file: File): Promise<File> {
  if (!scaledTypes.includes(file.type) || file.size <= largeBytes) return file
  try {
    const canvas = await drawn(file, maxSide)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    if (!blob || blob.size >= file.size) return file
    return new File([blob], `${file.name.replace(/\.\w{1,5}$/, '')}.jpg`, { type: 'image/jpeg' })
  } catch {
    return file
  }
}

/** A canvas with the picture, which no policy of a website forbids. Throws if it is no picture. */
export async function drawn(content: Blob, side: number): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(content)
  try {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')!
    // A transparent background would become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return canvas
  } finally {
    bitmap.close()
  }
}
