/** Reads the certificates of a Java key store, which are not encrypted, without its password. */
const magics: Record<number, string> = { 0xfeedfeed: 'Java key store (JKS)', 0xcececece: 'Java key store (JCEKS)' }
const keyEntry = 1
const certificateEntry = 2
const maxEntries = 1000
/** Length of the digest at the end of the file. */
const sealBytes = 20

export function javaStoreOf(bytes: Uint8Array): string | undefined {
  return bytes.length < 12 ? undefined : magics[viewOf(bytes).getUint32(0)]
}

/** Undefined if the file is damaged or has an entry that requires the password. */
export function javaCertificates(bytes: Uint8Array<ArrayBuffer>) {
  const read = reader(bytes)
  try {
    read.skip(4)
    const version = read.number()
    const entries = read.number()
    if (entries > maxEntries) return undefined
    const certificates: Uint8Array<ArrayBuffer>[] = []
    let hasKey = false
    const takeCertificate = () => {
      if (version === 2) read.skip(read.short()) // certificate type, such as `X.509`
      certificates.push(read.bytes(read.number()))
    }
    for (let entry = 0; entry < entries; entry++) {
      const tag = read.number()
      if (tag !== keyEntry && tag !== certificateEntry) return undefined
      read.skip(read.short()) // alias
      read.skip(8) // creation time
      if (tag === certificateEntry) takeCertificate()
      else {
        hasKey = true
        read.skip(read.number()) // encrypted key
        for (let left = read.number(); left > 0; left--) takeCertificate()
      }
    }
    read.skip(sealBytes)
    return { certificates, hasKey }
  } catch (error) {
    if (error instanceof RangeError) return undefined // truncated
    throw error
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

function reader(bytes: Uint8Array<ArrayBuffer>) {
  const view = viewOf(bytes)
  let at = 0
  const advance = (length: number) => {
    const from = at
    at += length
    if (at > bytes.length) throw new RangeError('The file is truncated')
    return from
  }
  return {
    skip: (length: number) => void advance(length),
    short: () => view.getUint16(advance(2)),
    number: () => view.getUint32(advance(4)),
    bytes: (length: number) => {
      const from = advance(length)
      return bytes.slice(from, from + length)
    },
  }
}
