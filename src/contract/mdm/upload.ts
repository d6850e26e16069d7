/** Files that travel inside the JSON of a call, in base64. The call as a whole has at most 512 kB. */

/** The package of an enterprise app has at most so many bytes. */
export const packageBytes = 300 * 1024
/** The icon of an app. */
export const iconBytes = 32 * 1024
/** A call has room for both, and for what is written beside them. */
export const base64Characters = 480_000

const imageSignatures = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], // PNG
  [0xff, 0xd8, 0xff], // JPEG
]
/** A local file header: packages of apps are ZIP archives. */
const archiveSignature = [0x50, 0x4b, 3, 4]

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

/** By its first bytes, whatever its name says. */
export const isImage = (bytes: Uint8Array) => imageSignatures.some((signature) => startsWith(bytes, signature))
export const isArchive = (bytes: Uint8Array) => startsWith(bytes, archiveSignature)

export const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KiB`
