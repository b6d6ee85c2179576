// The client of the API, which acts for the signed-in member by the cookie of the session.
import { createClient } from '#sdk/index.ts'
import { getConnection, setConnection } from './connection.ts'
import { addRequest } from './requests.ts'

async function send(request: Request): Promise<Response> {
  const finish = await addRequest(request)
  try {
    const response = await window.fetch(request)
    finish(response.status)
    if (response.status === 401) setConnection('signed-out')
    else if (getConnection() === 'lost') setConnection('open')
    return response
  } catch (error) {
    finish(undefined)
    if (!request.signal.aborted && getConnection() === 'open') setConnection('lost')
    throw error
  }
}

export const client = createClient({ baseUrl: location.origin, fetch: send })
