import { createECDH, createPrivateKey, hkdfSync } from 'node:crypto'
import { id_kp_clientAuth, id_kp_serverAuth } from '@peculiar/asn1-x509'
import type { Der } from '#crypto/der.ts'
import { writePem } from '#crypto/pem.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { signRequest } from '#crypto/x509/sign-request.ts'
import { validityOf } from '#crypto/x509/validity.ts'

/** PEM: the trusted CA, a certificate chain, and its private key. */
export type TierIdentity = { ca: string; cert: string; key: string }

const organization = 'Triptych'
const authorityDays = 3650
/** The private key stays in the memory of one process, so the certificate is never used longer than that. */
const identityDays = 3650
const clockSkewMs = 10 * 60_000

/**
 * Mutual TLS certificates for the two tiers. The CA key is derived from the master key, so that all processes of an
 * installation share it without any exchange.
 */
export async function tierIdentity(masterKey: Buffer, hostName: string): Promise<TierIdentity> {
  const authorityKey = authorityKeyOf(masterKey)
  const from = new Date(Date.now() - clockSkewMs)
  const authority = createSelfSigned({
    subject: { commonName: 'Triptych tiers', organization },
    alternativeNames: [],
    privateKey: authorityKey,
    validity: validityOf(authorityDays, 'days', from),
    authority: { pathLength: 0 },
  })
  const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 })
  const request = createRequest({
    subject: { commonName: hostName, organization },
    alternativeNames: readAlternativeNames([hostName, 'localhost', '127.0.0.1', '::1'].join(',')),
    privateKey,
    purposes: [id_kp_serverAuth, id_kp_clientAuth],
  })
  const { certificate } = signRequest({
    request,
    issuer: { certificate: authority, privateKey: authorityKey },
    template: 'WebServer',
    validity: validityOf(identityDays, 'days', from),
  })
  const ca = writePem('CERTIFICATE', authority)
  return { ca, cert: writePem('CERTIFICATE', certificate) + ca, key: writePem('PRIVATE KEY', privateKey) }
}

/** Order of the P-256 group (SP 800-186, 3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** FIPS 186-5, A.2.1: 128 extra bits make all keys practically equally likely. */
function authorityKeyOf(masterKey: Buffer): Der {
  const material = Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych tier authority', 48))
  const scalar = (BigInt(`0x${material.toString('hex')}`) % (order - 1n)) + 1n
  const secret = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  const point = curve.getPublicKey()
  const text = (bytes: Buffer) => bytes.toString('base64url')
  const [d, x, y] = [text(secret), text(point.subarray(1, 33)), text(point.subarray(33))]
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d, x, y } })
  return Uint8Array.from(key.export({ format: 'der', type: 'pkcs8' }))
}
