import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Der } from '#crypto/der.ts'
import { readCertificateFile } from '#crypto/x509/certificate-file.ts'

const folder = join(import.meta.dirname, '../vectors/x509')

/** A file that openssl or keytool made (vectors/x509/make.sh). */
export const vector = (name: string): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(join(folder, name)))

export const passwords = JSON.parse(readFileSync(join(folder, 'passwords.json'), 'utf8')) as {
  usual: string
  accented: string
  accentedJks: string
}

export function certificateVector(name: string): Der {
  const [certificate] = readCertificateFile(vector(name)).certificates
  if (!certificate) throw new Error(`${name} holds no certificate`)
  return certificate
}

/** The same bytes with a wrong signature, which always comes last. */
export const withWrongSignature = (der: Uint8Array): Der => {
  const forged = Uint8Array.from(der)
  forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1
  return forged
}
