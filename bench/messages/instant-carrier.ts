// A process that accepts every request immediately as a carrier would, and records its status callback.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { answerParent, listen } from '../shared/child.ts'

export interface AcceptedMessage {
  sid: string
  statusCallback: string
}

export type CarrierOrder = 'listen' | 'taken' | 'count'

const taken: AcceptedMessage[] = []
let count = 0

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('latin1')
  request.on('data', (piece: string) => {
    body += piece
  })
  request.on('end', () => {
    count++
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

answerParent((order: CarrierOrder) => {
  if (order === 'count') return count
  return order === 'taken' ? taken.splice(0) : listen(server)
})
