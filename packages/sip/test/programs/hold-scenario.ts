// A scenario of SIPp: a call that holds and resumes, and checks the direction of each answer.

const request = (
  method: string,
  number: number,
  uri: string,
  body?: string,
): string => `<send${method === 'ACK' ? '' : ' retrans="500"'}><![CDATA[
${method} ${uri} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch];rport
Max-Forwards: 70
${number === 1 && method === 'INVITE' ? '' : '[routes]\n'}From: <sip:holder@[local_ip]:[local_port]>;tag=[call_number]
To: <sip:[service]@[remote_ip]:[remote_port]>${number === 1 && method === 'INVITE' ? '' : '[peer_tag_param]'}
Call-ID: [call_id]
CSeq: ${number} ${method}
Contact: <sip:holder@[local_ip]:[local_port]>
${body === undefined ? '' : 'Content-Type: application/sdp\n'}Content-Length: [len]

${body ?? ''}]]></send>`

const offer = (version: number, direction: string): string => `v=0
o=- 7 ${version} IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 8 101
a=rtpmap:101 telephone-event/8000
a=${direction}
`

const answered = (check: string): string => `<recv response="100" optional="true"/>
<recv response="180" optional="true"/>
<recv response="200" rrs="true"><action><ereg regexp="${check}" search_in="body" check_it="true" assign_to="found"/></action></recv>`

const pause = '<pause milliseconds="150"/>'

export const holdScenario = `<?xml version="1.0" encoding="UTF-8"?>
<scenario name="hold and resume">
${request('INVITE', 1, 'sip:[service]@[remote_ip]:[remote_port]', offer(1, 'sendrecv'))}
${answered('m=audio')}
${request('ACK', 1, '[next_url]')}
${pause}
${request('INVITE', 2, '[next_url]', offer(2, 'sendonly'))}
${answered('a=recvonly')}
${request('ACK', 2, '[next_url]')}
${pause}
${request('INVITE', 3, '[next_url]', offer(3, 'sendrecv'))}
${answered('m=audio')}
${request('ACK', 3, '[next_url]')}
${pause}
${request('BYE', 4, '[next_url]')}
<recv response="200"/>
<Reference variables="found"/>
</scenario>
`
