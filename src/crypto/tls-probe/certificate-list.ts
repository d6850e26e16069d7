import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { TlsReader } from './wire.ts'

export const maxCertificates = 20

/** Parses a Certificate message up to TLS 1.2 (RFC 5246, 7.4.2), in the server's order, leaf first. */
export function readCertificateList(body: Uint8Array): Der[] {
  const list = new TlsReader(new TlsReader(body).vector(3))
  const certificates: Der[] = []
  while (list.remaining > 0) {
    if (certificates.length === maxCertificates) throw tooMany()
    certificates.push(Uint8Array.from(list.vector(3)))
  }
  return certificates
}

export const tooMany = () => new Refusal('too-large', `The server sent more than ${maxCertificates} certificates`)
