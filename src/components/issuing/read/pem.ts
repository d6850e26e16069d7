const armour = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g

export type Block = { label: string; bytes: Uint8Array<ArrayBuffer> }

/** PEM blocks of a file, or its content as DER or base64. */
export function blocksIn(file: Uint8Array): Block[] {
  const text = new TextDecoder().decode(file)
  const blocks = [...text.matchAll(armour)].map(([, label = '', body = '']) => ({ label, bytes: fromBase64(body) }))
  if (blocks.length > 0) return blocks
  const bare = text.replaceAll(/\s/g, '')
  if (bare.length > 0 && bare.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(bare)) {
    return [{ label: '', bytes: fromBase64(bare) }]
  }
  return [{ label: '', bytes: new Uint8Array(file) }]
}

/** No bytes if the text is not base64, such as a block that was copied incompletely. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

export const toPem = (label: string, bytes: Uint8Array) => {
  const lines = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

export const hex = (bytes: ArrayBuffer | Uint8Array) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
