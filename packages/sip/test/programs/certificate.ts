// Creates a certificate of its own authority for tests with TLS.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Writes `key.pem` and `cert.pem` for the name into the folder. */
export function writeCertificate(folder: string, name: string): { key: string; cert: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const args = ['req', '-x509', ...newKey, '-days', '1', '-keyout', key, '-out', cert, ...subject]
  execFileSync('openssl', args, { stdio: 'ignore' })
  return { key, cert }
}
