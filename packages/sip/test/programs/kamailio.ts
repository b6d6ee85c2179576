// Runs Kamailio as the registrar and proxy of the domain parley.test.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeCertificate } from './certificate.ts'
import { createFolder, type RunningProgram, runProgram } from './run-program.ts'

export interface KamailioOptions {
  /** For UDP and TCP; the next one is for TLS. */
  port: number
  /** The algorithm of its challenges. Default: MD5. */
  algorithm?: 'MD5' | 'SHA-256'
}

/** Any user of the domain can register with this password. */
export const kamailioPassword = 'secret'

export async function startKamailio({ port, algorithm = 'MD5' }: KamailioOptions) {
  const folder = await createFolder()
  const { cert } = writeCertificate(folder, 'parley.test')
  await writeFile(join(folder, 'kamailio.cfg'), configOf(folder, port, algorithm))
  const program: RunningProgram = runProgram(
    'kamailio',
    ['-f', 'kamailio.cfg', '-E', '-DD', '-m', '32', '-M', '4', '-w', folder],
    folder,
  )
  await program.until(/Listening on|waiting for|udp:127\.0\.0\.1/)
  return { ...program, certificate: cert }
}

const modules = [
  'tls',
  'kex',
  'pv',
  'tm',
  'sl',
  'rr',
  'maxfwd',
  'textops',
  'siputils',
  'xlog',
  'usrloc',
  'registrar',
  'auth',
]

const configOf = (folder: string, port: number, algorithm: string): string => `#!KAMAILIO
debug=1
log_stderror=yes
fork=yes
children=1
tcp_children=1
auto_aliases=no
enable_tls=yes
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
listen=tls:127.0.0.1:${port + 1}
mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/"
${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}
modparam("tls","tls_method","TLSv1.2")
modparam("tls","private_key","${folder}/key.pem")
modparam("tls","certificate","${folder}/cert.pem")
modparam("auth","algorithm","${algorithm}")
modparam("registrar","default_expires",120)
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483","Too Many Hops"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("481","No dialog"); exit;
  }
  if (is_method("REGISTER")) {
    if (!pv_auth_check("parley.test","${kamailioPassword}","0","0")) { www_challenge("parley.test","1"); exit; }
    save("location"); exit;
  }
  if (is_method("OPTIONS")) { sl_send_reply("200","OK"); exit; }
  if (is_method("INVITE")) {
    if (!pv_auth_check("parley.test","${kamailioPassword}","0","0")) { proxy_challenge("parley.test","1"); exit; }
    consume_credentials();
    record_route();
  }
  if (!lookup("location")) { sl_send_reply("404","Not Found"); exit; }
  t_relay();
}
`
