// Which tracks an MP4 or 3GP file has, read from its boxes as far as they make sense.

const containers = new Set(['moov', 'trak', 'mdia'])
/** Of all boxes together, so that no file keeps us busy. */
const mostBoxes = 2_000

/** The handlers that its tracks name, such as `vide` and `soun`; none when the file does not tell. */
export function trackHandlersOf(bytes: Uint8Array): Set<string> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const handlers = new Set<string>()
  let boxesLeft = mostBoxes

  function read(from: number, to: number): void {
    let at = from
    while (at + 8 <= to && boxesLeft-- > 0) {
      const box = boxAt(view, at, to)
      if (!box) return
      if (containers.has(box.type)) read(box.contentAt, box.end)
      else if (box.type === 'hdlr' && box.contentAt + 12 <= box.end)
        handlers.add(view.toString('latin1', box.contentAt + 8, box.contentAt + 12))
      at = box.end
    }
  }

  read(0, view.length)
  return handlers
}

/** A box that ends beyond what holds it is no box. */
function boxAt(view: Buffer, at: number, to: number): { type: string; contentAt: number; end: number } | undefined {
  const type = view.toString('latin1', at + 4, at + 8)
  const short = view.readUInt32BE(at)
  if (short === 1 && at + 16 > to) return undefined
  const headerBytes = short === 1 ? 16 : 8
  const size = short === 0 ? to - at : short === 1 ? Number(view.readBigUInt64BE(at + 8)) : short
  return size < headerBytes || at + size > to ? undefined : { type, contentAt: at + headerBytes, end: at + size }
}
