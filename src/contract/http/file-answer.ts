/** File responses, with file names encoded according to RFC 6266. */
import type { FilePart } from './file-part.ts'
import type { WireResponse } from './wire-message.ts'

export const fileResponse = ({ name, bytes, type }: FilePart): WireResponse => ({
  status: 200,
  headers: {
    'content-type': type ?? 'application/octet-stream',
    'content-disposition': `attachment; filename="${asciiOf(name)}"; filename*=UTF-8''${encoded(name)}`,
  },
  body: '',
  bytes,
})

/** File name in a Content-Disposition header; the extended form takes precedence, since it can hold any text. */
export function fileNameIn(disposition: string | undefined): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // an invalid encoding falls back to the plain name
    }
  }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1] ?? ''
}

/** ASCII fallback without control characters. */
const asciiOf = (name: string) => name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
/** RFC 8187: also encodes the characters that `encodeURIComponent` leaves but attr-char excludes. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
