/** Files in answers: RFC 6266 names, safe for any text. */
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

/** The name a server gives a file; the extended form wins, as it can hold any text. */
export function fileNameIn(disposition: string | undefined): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // a broken name is no reason to lose the file
    }
  }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1] ?? ''
}

/** No header takes control characters, and no old reader takes more than ASCII. */
const asciiOf = (name: string) => name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
/** RFC 8187: what `encodeURIComponent` leaves and an attribute may not hold is encoded as well. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
