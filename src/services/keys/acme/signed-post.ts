import { calculateJwkThumbprint, errors, flattenedVerify, importJWK, type JWK } from 'jose'
import { AcmeProblem } from './acme-problem.ts'

/** RFC 8555, 6.2: signatures only, no MAC. */
const accountAlgorithms = ['RS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const
const longestKey = 2000 // an RSA key of 8,192 bits takes 1,366 characters

export type SignedJson = { protected: string; payload: string; signature: string }
export type Protected = { alg: string; url: string; nonce?: unknown; jwk?: JWK; kid?: string }

/** Parses a flattened JWS, without verifying the signature. */
export function readSigned(value: unknown, what = 'The body'): SignedJson {
  const { protected: head, payload, signature, ...others } = isRecord(value) ? value : {}
  if (typeof head !== 'string' || typeof payload !== 'string' || typeof signature !== 'string')
    throw new AcmeProblem('malformed', `${what} is not a JWS in flattened JSON form`)
  if ('header' in others || 'signatures' in others)
    throw new AcmeProblem('malformed', `${what} must be one signature, with a protected header only`)
  return { protected: head, payload, signature }
}

export function headerOf({ protected: head }: SignedJson): Record<string, unknown> {
  const header = jsonIn(Buffer.from(head, 'base64url').toString(), 'The protected header')
  if (!isRecord(header)) throw new AcmeProblem('malformed', 'The protected header is not a JSON object')
  return header
}

/** Protected header of a request: identifies the account by `kid` or includes the key. */
export function requestHeader(signed: SignedJson, url: string): Protected {
  const { alg, url: stated, nonce, jwk, kid } = headerOf(signed)
  if (typeof alg !== 'string' || !accountAlgorithms.some((known) => known === alg))
    throw new AcmeProblem('badSignatureAlgorithm', 'This signature algorithm is not accepted', {
      algorithms: accountAlgorithms,
    })
  if (stated !== url)
    throw new AcmeProblem('unauthorized', `The header url must be the address of the request, ${url}`, { status: 401 })
  if ((jwk === undefined) === (kid === undefined))
    throw new AcmeProblem('malformed', 'The protected header needs either jwk or kid')
  if (kid !== undefined && typeof kid !== 'string')
    throw new AcmeProblem('malformed', 'The header kid must be the address of an account')
  return {
    alg,
    url: stated,
    nonce,
    ...(jwk !== undefined && { jwk: publicKey(jwk) }),
    ...(kid !== undefined && { kid }),
  }
}

/** Extracts the parameters of a public key; private keys are rejected. */
export function publicKey(value: unknown): JWK {
  if (!isRecord(value)) throw new AcmeProblem('badPublicKey', 'The key is not a JSON Web Key')
  if ('d' in value || 'k' in value) throw new AcmeProblem('badPublicKey', 'The key must be a public key')
  const { kty, crv, x, y, n, e } = value
  const texts = { kty, crv, x, y, n, e }
  const given = Object.entries(texts).filter(([, text]) => text !== undefined)
  if (given.some(([, text]) => typeof text !== 'string' || text.length > longestKey))
    throw new AcmeProblem('badPublicKey', 'The key is not a JSON Web Key, or is too long')
  return Object.fromEntries(given)
}

/** Verifies the signature and returns the payload. */
export async function verified(signed: SignedJson, key: JWK, alg: string): Promise<Uint8Array> {
  try {
    const { payload } = await flattenedVerify(signed, await importJWK(key, alg), { algorithms: [alg] })
    return payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed)
      throw new AcmeProblem('unauthorized', 'The signature is not by this key')
    if (error instanceof errors.JOSENotSupported) throw new AcmeProblem('badPublicKey', error.message)
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
      throw new AcmeProblem('badPublicKey', 'The key does not fit the algorithm, or is too weak')
    throw error
  }
}

export async function thumbprintOf(key: JWK): Promise<string> {
  try {
    return await calculateJwkThumbprint(key, 'sha256')
  } catch {
    throw new AcmeProblem('badPublicKey', 'The key is not a JSON Web Key')
  }
}

export function jsonIn(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AcmeProblem('malformed', `${what} is not JSON`)
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
