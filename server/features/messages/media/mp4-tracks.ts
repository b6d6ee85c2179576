// Reads the kinds of tracks of an MP4 or 3GP file from its boxes.
const containers = new Set(['moov', 'trak', 'mdia'])
/** Bounds the work for any file. */
const maxBoxes = 2_000

/** Returns the track handlers, such as `vide` and `soun`; none if the file is malformed. */
export function readTrackHandlers(bytes: Uint8Array): Set<string> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const handlers = new Set<string>()
  let boxesLeft = maxBoxes

  function readBoxes(from: number, to: number): void {
    let offset = from
    while (offset + 8 <= to && boxesLeft-- > 0) {
      const box = boxAt(view, offset, to)
      if (!box) return
      if (containers.has(box.type)) readBoxes(box.contentAt, box.end)
      else if (box.type === 'hdlr' && box.contentAt + 12 <= box.end)
        handlers.add(view.toString('latin1', box.contentAt + 8, box.contentAt + 12))
      offset = box.end
    }
  }

  readBoxes(0, view.length)
  return handlers
}

/** Returns undefined if the box does not fit into its container. */
function boxAt(view: Buffer, offset: number, to: number): { type: string; contentAt: number; end: number } | undefined {
  const type = view.toString('latin1', offset + 4, offset + 8)
  const size32 = view.readUInt32BE(offset)
  if (size32 === 1 && offset + 16 > to) return undefined
  const headerBytes = size32 === 1 ? 16 : 8
  const size = size32 === 0 ? to - offset : size32 === 1 ? Number(view.readBigUInt64BE(offset + 8)) : size32
  if (size < headerBytes || offset + size > to) return undefined
  return { type, contentAt: offset + headerBytes, end: offset + size }
}
