// A carrier process that accepts every message immediately and records its status callback.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AcceptedMessage {
  sid: string
  statusCallback: string
}

export type CarrierOrder = 'listen' | 'taken'

const taken: AcceptedMessage[] = []

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('latin1')
  request.on('data', (piece: string) => {
    body += piece
  })
  request.on('end', () => {
    const sid = `SM${randomBytes(16).toString('hex')}`
    const statusCallback = new URLSearchParams(body).get('StatusCallback')
    if (statusCallback) taken.push({ sid, statusCallback })
    const answer = {
      sid,
      status: 'queued',
      date_created: new Date().toUTCString(),
      error_code: null,
      num_segments: '1',
    }
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})

process.on('message', (order: CarrierOrder) => {
  if (order === 'taken') return process.send!(taken.splice(0))
  server.listen(0, '127.0.0.1', () => {
    process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
})
process.once('disconnect', () => process.exit(0))
