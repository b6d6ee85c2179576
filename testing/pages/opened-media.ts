// Records what a page opens for calls, so that tests can find out whether it releases everything.

/** A script for the page. */
export const recordMedia = `
  globalThis.opened = { tracks: [], sockets: [], contexts: [] }
  const { getUserMedia } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = async function (...args) {
    const stream = await getUserMedia.apply(this, args)
    opened.tracks.push(...stream.getTracks())
    return stream
  }
  globalThis.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args)
      opened.sockets.push(this)
    }
  }
  globalThis.AudioContext = class extends AudioContext {
    constructor(...args) {
      super(...args)
      opened.contexts.push(this)
    }
  }`

/** A function for the page: policies that forbid `eval` would refuse an expression when it is evaluated again. */
export const areReleased = `() => opened.tracks.length > 0 && opened.sockets.length > 0
  && opened.tracks.every(({ readyState }) => readyState === 'ended')
  && opened.sockets.every(({ readyState }) => readyState > 1)
  && opened.contexts.every(({ state }) => state === 'closed')`
