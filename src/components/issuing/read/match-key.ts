import { PrivateKey, PrivateKeyInfo } from '@peculiar/asn1-pkcs8'
import { AsnConvert } from '@peculiar/asn1-schema'
import { SubjectPublicKeyInfo } from '@peculiar/asn1-x509'
import { parsed } from './der.ts'
import { blocksIn } from './pem.ts'
import { curveOf, isEc, isRsa } from './public-key.ts'

/**
 * `encrypted`: cannot be compared without the password, which only the service receives. `unknown`: not supported by
 * this browser.
 */
export type KeyMatch = 'matches' | 'another key' | 'encrypted' | 'no key' | 'unknown'

/** Whether a private key file matches the public key of a request. The key is not uploaded. */
export async function matchKey(spki: Uint8Array<ArrayBuffer>, file: Uint8Array): Promise<KeyMatch> {
  const text = new TextDecoder().decode(file)
  const block = blocksIn(file).find(({ label }) => label === '' || label.endsWith('PRIVATE KEY'))
  if (/BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(text)) return 'encrypted'
  const key = AsnConvert.parse(spki, SubjectPublicKeyInfo)
  const pkcs8 = block && asPkcs8(block.label, block.bytes, key)
  if (!pkcs8) return 'no key'
  const algorithm = webAlgorithm(key)
  if (!algorithm || !globalThis.isSecureContext) return 'unknown'
  try {
    const wanted = await crypto.subtle.importKey('spki', spki, algorithm, true, ['verify'])
    const given = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign'])
    const [one, other] = await Promise.all([wanted, given].map((each) => crypto.subtle.exportKey('jwk', each)))
    return one?.n === other?.n && one?.x === other?.x && one?.y === other?.y ? 'matches' : 'another key'
  } catch {
    return 'another key' // importing a key of another type fails
  }
}

/**
 * Wraps PKCS #1 and SEC 1 keys, which do not name their algorithm, as PKCS #8 with the algorithm of the request's key.
 */
function asPkcs8(label: string, bytes: Uint8Array<ArrayBuffer>, key: SubjectPublicKeyInfo) {
  if (parsed(bytes, PrivateKeyInfo)) return bytes
  const isPlain = (label === 'RSA PRIVATE KEY' && isRsa(key)) || (label === 'EC PRIVATE KEY' && isEc(key))
  if (!isPlain) return label.endsWith('PRIVATE KEY') ? bytes : undefined
  const wrapped = new PrivateKeyInfo({
    privateKeyAlgorithm: key.algorithm,
    privateKey: new PrivateKey(bytes),
  })
  return new Uint8Array(AsnConvert.serialize(wrapped))
}

function webAlgorithm(key: SubjectPublicKeyInfo) {
  const namedCurve = curveOf(key)?.name
  if (isRsa(key)) return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  if (isEc(key)) return namedCurve ? { name: 'ECDSA', namedCurve } : undefined
  return key.algorithm.algorithm === '1.3.101.112' ? { name: 'Ed25519' } : undefined
}
