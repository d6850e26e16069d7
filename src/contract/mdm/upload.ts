/** Files of apps and payloads: icons and images are sent in base64 within JSON, packages are uploaded beforehand. */

/** Size limit of packages, if not configured. */
export const defaultUploadBytes = 512 * 1024 * 1024
/** Size limit of app icons. */
export const iconBytes = 32 * 1024
export const base64Characters = 48_000

const imageSignatures = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], // PNG
  [0xff, 0xd8, 0xff], // JPEG
]
/** Local file header: app packages are ZIP archives. */
const archiveSignature = [0x50, 0x4b, 3, 4]

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

/** Detected by the first bytes, regardless of the file name. */
export const isImage = (bytes: Uint8Array) => imageSignatures.some((signature) => startsWith(bytes, signature))
export const isArchive = (bytes: Uint8Array) => startsWith(bytes, archiveSignature)

const kibibyte = 1024
const mebibyte = 1024 * kibibyte
export const roughSize = (bytes: number) =>
  bytes >= mebibyte ? `${Math.round(bytes / mebibyte)} MiB` : `${Math.round(bytes / kibibyte)} KiB`
