// The header of a recording: a stereo WAV file of 16-bit PCM that declares its synthetic voice.

/** The recording contains a person and a synthetic voice. https://cv.iptc.org/newscodes/digitalsourcetype/ */
const sourceOfFile = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
export const sourceOfSyntheticVoice = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

const comment = 'Right channel: synthetic speech of an AI assistant. Left channel: the customer.'

/** https://developer.adobe.com/xmp/docs/ (XMP Specification Part 3, WAV: chunk `_PMX`) */
const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>${sourceOfFile}</Iptc4xmpExt:DigitalSourceType><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${comment} (${sourceOfSyntheticVoice})</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`

const format = Buffer.alloc(16)
format.writeUInt16LE(1, 0)
format.writeUInt16LE(2, 2)
format.writeUInt32LE(8_000, 4)
format.writeUInt32LE(8_000 * 4, 8)
format.writeUInt16LE(4, 12)
format.writeUInt16LE(16, 14)

/** Before the audio, so that the beginning of a file is marked as well. Players skip chunks that they do not know. */
const beforeAudio = Buffer.concat([
  chunk('fmt ', format),
  chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('ISFT', text('Parley')), chunk('ICMT', text(comment))])),
  chunk('_PMX', Buffer.from(xmp)),
])

/** The audio follows it. */
export const wavHeaderBytes = 12 + beforeAudio.length + 8

/** http://soundfile.sapp.org/doc/WaveFormat/ */
export function wavHeader(audioBytes: number): Buffer {
  const header = Buffer.alloc(wavHeaderBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(wavHeaderBytes - 8 + audioBytes, 4)
  header.write('WAVE', 8, 'latin1')
  beforeAudio.copy(header, 12)
  header.write('data', wavHeaderBytes - 8, 'latin1')
  header.writeUInt32LE(audioBytes, wavHeaderBytes - 4)
  return header
}

/** Padded to an even length. */
function chunk(tag: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(tag, 0, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Texts of INFO end with a zero byte. */
function text(value: string): Buffer {
  return Buffer.from(`${value}\0`)
}
