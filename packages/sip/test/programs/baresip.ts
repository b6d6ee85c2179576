// Runs baresip, a telephone for the command line, which plays a sound and records what it hears.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readWav, writeWav } from '@parley/telephone'
import { createFolder, type RunningProgram, runProgram } from './run-program.ts'

export interface BaresipOptions {
  /** For UDP and TCP; the next one is for TLS. */
  port: number
  /** What it says: 16-bit samples at 8,000 Hz. The call ends with it. */
  says: Int16Array
  /** The line of its account, such as `<sip:a@127.0.0.1:5070>;regint=0;answermode=auto`. */
  account: string
  /** An even port; baresip uses a hundred from here on. */
  rtpPort: number
  /** Commands such as `/dial sip:b@127.0.0.1:5080`. */
  commands?: readonly string[]
  modules?: readonly string[]
}

export interface Baresip extends RunningProgram {
  /** What it has heard, and what it has said: 16-bit samples at 8,000 Hz. Complete once the call is over. */
  recordings(): Promise<{ heard: Int16Array; said: Int16Array }>
}

export async function startBaresip(options: BaresipOptions): Promise<Baresip> {
  const folder = await createFolder()
  const { port, rtpPort, says, account, commands = [], modules = [] } = options
  await writeFile(join(folder, 'in.wav'), writeWav({ sampleRate: 8_000, channels: [says] }))
  await writeFile(join(folder, 'accounts'), `${account}\n`)
  const config = [
    'module_path /usr/lib/baresip/modules',
    `sip_listen 127.0.0.1:${port}`,
    `audio_path ${folder}`,
    `audio_source aufile,${folder}/in.wav`,
    `rtp_ports ${rtpPort}-${rtpPort + 100}`,
    ...['stdio', 'g711', 'aufile', 'sndfile', ...modules].map((name) => `module ${name}.so`),
    ...['account', 'menu'].map((name) => `module_app ${name}.so`),
    `snd_path ${folder}`,
  ]
  await writeFile(join(folder, 'config'), `${config.join('\n')}\n`)
  const program = runProgram('baresip', ['-4', '-f', folder, ...commands.flatMap((command) => ['-e', command])], folder)
  await program.until(/baresip is ready/)
  return {
    ...program,
    async recordings() {
      const files = await readdir(folder)
      const read = async (kind: 'enc' | 'dec') => {
        const name = files.find((file) => file.startsWith('dump') && file.endsWith(`-${kind}.wav`))
        if (name === undefined) throw new Error(`There is no recording ${kind} among ${files.join(', ')}.`)
        return readWav(await readFile(join(folder, name))).channels[0]!
      }
      return { heard: await read('dec'), said: await read('enc') }
    },
  }
}
