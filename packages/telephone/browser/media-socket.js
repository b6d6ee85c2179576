// The connection that carries the audio and the messages of a call.
// @ts-check

/**
 * The page may know the server, at `baseUrl`, under another name than its public URL. `onData` receives audio and the JSON
 * messages of the server; `onClose` the code. Nothing is sent before the connection is open, and after it is closed.
 * @param {{ url: string, token: string }} ticket
 * @param {(data: ArrayBuffer | import('./types.ts').ServerMessage) => void} onData
 * @param {(code: number) => void} onClose
 * @param {string} [baseUrl]
 * @returns {import('./types.ts').MediaSocket}
 */
export function openMediaSocket({ url, token }, onData, onClose, baseUrl = location.origin) {
  const address = new URL(new URL(url).pathname, baseUrl)
  address.protocol = address.protocol === 'http:' ? 'ws:' : 'wss:'
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  /** @param {string | Uint8Array} data */
  const sendAudio = (data) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(/** @type {Uint8Array<ArrayBuffer>} */ (data))
  }
  /** @param {object} message */
  const send = (message) => sendAudio(JSON.stringify(message))
  socket.addEventListener('open', () => send({ event: 'start', token }))
  socket.addEventListener('message', ({ data }) => onData(typeof data === 'string' ? JSON.parse(data) : data))
  socket.addEventListener('close', ({ code }) => onClose(code))
  return { send, sendAudio, close: () => socket.close() }
}
