// The header of a recording: a stereo WAV file of 16-bit PCM that declares its synthetic voice.
import { wavChunk, wavHead } from '@parley/telephone'

/** The recording contains a person and a synthetic voice. https://cv.iptc.org/newscodes/digitalsourcetype/ */
const sourceOfFile = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
export const sourceOfSyntheticVoice = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

const comment = 'Right channel: synthetic speech of an AI assistant. Left channel: the customer.'

/** https://developer.adobe.com/xmp/docs/ (XMP Specification Part 3, WAV: chunk `_PMX`) */
const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>${sourceOfFile}</Iptc4xmpExt:DigitalSourceType><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${comment} (${sourceOfSyntheticVoice})</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`

/** Before the audio, so that the beginning of a file is marked as well. Texts of INFO end with a zero byte. */
const chunks = [
  wavChunk(
    'LIST',
    Buffer.concat([Buffer.from('INFO'), wavChunk('ISFT', text('Parley')), wavChunk('ICMT', text(comment))]),
  ),
  wavChunk('_PMX', Buffer.from(xmp)),
]

/** The audio follows it. */
export const wavHeader = (dataBytes: number): Uint8Array =>
  wavHead({ sampleRate: 8_000, channelCount: 2, dataBytes, chunks })

export const wavHeaderBytes = wavHeader(0).length

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`)
}
