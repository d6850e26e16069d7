/** Properties of a private key file that can be read without its passphrase: format, encryption, and public key. */
export type KeyFile = {
  form: string
  /** Undefined if the format does not reveal it without decryption. */
  isEncrypted?: boolean
  type?: string
  bits?: number
  fingerprint?: string
}

const forms: readonly [RegExp, string][] = [
  [/-----BEGIN OPENSSH PRIVATE KEY-----/, 'OpenSSH'],
  [/-----BEGIN (RSA|DSA) PRIVATE KEY-----/, 'PKCS#1'],
  [/-----BEGIN EC PRIVATE KEY-----/, 'SEC1'],
  [/-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/, 'PKCS#8'],
  [/^PuTTY-User-Key-File-\d:/m, 'PuTTY'],
]

/** Undefined if the text is not a private key in a supported format. */
export async function readKeyFile(text: string): Promise<KeyFile | undefined> {
  const form = forms.find(([pattern]) => pattern.test(text))?.[1]
  if (form === undefined) return undefined
  if (form === 'OpenSSH') return { form, ...(await openSshFacts(text)) }
  if (form === 'PuTTY') return { form, ...(await puttyFacts(text)) }
  return { form, isEncrypted: /ENCRYPTED/.test(text) }
}

/** OpenSSH format (PROTOCOL.key): cipher name, KDF name, KDF options, number of keys, public key. */
async function openSshFacts(text: string): Promise<Partial<KeyFile>> {
  const body = /-----BEGIN OPENSSH PRIVATE KEY-----([^-]*)/.exec(text)?.[1] ?? ''
  const bytes = bytesOf(body)
  const magicLength = 15
  if (!bytes || bytes.length < magicLength) return {}
  const [cipher, , , rest] = fieldsOf(bytes.subarray(magicLength), 3)
  if (!cipher || !rest) return {}
  const [blob] = fieldsOf(rest.subarray(4), 1)
  return { isEncrypted: textOf(cipher) !== 'none', ...(blob && (await publicFacts(blob))) }
}

async function puttyFacts(text: string): Promise<Partial<KeyFile>> {
  const isEncrypted = !/^Encryption: none\s*$/m.test(text)
  const lines = Number(/^Public-Lines: (\d{1,4})\s*$/m.exec(text)?.[1] ?? 0)
  const all = text.split(/\r?\n/)
  const start = all.findIndex((line) => line.startsWith('Public-Lines:')) + 1
  const blob = bytesOf(all.slice(start, start + lines).join(''))
  return { isEncrypted, ...(blob && lines > 0 && (await publicFacts(blob))) }
}

/** Type, length and fingerprint of a public key in SSH wire format. */
async function publicFacts(blob: Uint8Array): Promise<Pick<KeyFile, 'type' | 'bits' | 'fingerprint'>> {
  const [type, , modulus] = fieldsOf(blob, 3)
  if (!type) return {}
  const name = textOf(type)
  const digest = await crypto.subtle.digest('SHA-256', blob.slice())
  const fingerprint = `SHA256:${btoa(String.fromCharCode(...new Uint8Array(digest))).replace(/=+$/, '')}`
  return { type: name, bits: bitsOf(name, modulus), fingerprint }
}

function bitsOf(type: string, modulus: Uint8Array | undefined): number | undefined {
  if (type === 'ssh-ed25519') return 256
  const curve = /nistp(\d+)$/.exec(type)?.[1]
  if (curve) return Number(curve)
  if (type !== 'ssh-rsa' || !modulus) return undefined
  const first = modulus.findIndex((byte) => byte !== 0)
  return first < 0 ? undefined : (modulus.length - first) * 8 - Math.clz32(modulus[first] ?? 0) + 24
}

/** Reads length-prefixed fields, followed by the remaining bytes; empty if the bytes end early. */
function fieldsOf(bytes: Uint8Array, count: number): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fields: Uint8Array[] = []
  let at = 0
  for (let field = 0; field < count; field++) {
    const end = at + 4 <= bytes.length ? at + 4 + view.getUint32(at) : Infinity
    if (end > bytes.length) return fields
    fields.push(bytes.subarray(at + 4, end))
    at = end
  }
  return [...fields, bytes.subarray(at)]
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), (character) => character.charCodeAt(0))
  } catch {
    return undefined // not base64: the service reports the error
  }
}
