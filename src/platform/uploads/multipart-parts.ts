/** Streaming parser for multipart/form-data (RFC 7578); buffers only the bytes around a delimiter. */

/** `fileName` is set for files. `content` must be consumed before the next part. */
export type Part = { name: string; fileName: string | undefined; content: AsyncIterable<Uint8Array> }

export class MalformedForm extends Error {}

const maxHeaderBytes = 8 * 1024
const lineEnd = Buffer.from('\r\n')
const headersEnd = Buffer.from('\r\n\r\n')

function boundaryOf(contentType: string): Buffer {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain ?? ''
  if (boundary === '' || boundary.length > 70) throw new MalformedForm('the content type has no boundary')
  return Buffer.from(`\r\n--${boundary}`, 'latin1')
}

export async function* partsOf(body: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<Part> {
  const delimiter = boundaryOf(contentType)
  const source = window(body[Symbol.asyncIterator]())
  for await (const before of source.until(delimiter)) requireNothing(before)
  while (!(await source.isLast())) {
    const headers = await source.line(headersEnd, maxHeaderBytes)
    yield { ...namesIn(headers.toString()), content: source.until(delimiter) }
  }
}

/** Only a delimiter may precede the first part. */
const requireNothing = (bytes: Buffer) => {
  if (bytes.length > 0) throw new MalformedForm('the body does not begin with a part')
}

/** Unconsumed input: less than a delimiter, and the last chunk. */
function window(chunks: AsyncIterator<Uint8Array>) {
  let held: Buffer = lineEnd // the first delimiter has no preceding line break
  const more = async () => {
    const next = await chunks.next()
    if (next.done) throw new MalformedForm('the body ends before its last part does')
    held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value])
  }
  const take = (bytes: number) => {
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
  return {
    async *until(end: Buffer): AsyncGenerator<Buffer> {
      for (;;) {
        const at = held.indexOf(end)
        if (at !== -1) {
          if (at > 0) yield take(at)
          take(end.length)
          return
        }
        const safe = held.length - end.length + 1
        if (safe > 0) yield take(safe)
        await more()
      }
    },
    async line(end: Buffer, max: number): Promise<Buffer> {
      let at = held.indexOf(end)
      while (at === -1) {
        if (held.length > max) throw new MalformedForm('the headers of a part are too long')
        await more()
        at = held.indexOf(end)
      }
      const line = take(at)
      take(end.length)
      return line
    },
    /** After a delimiter, `--` ends the body and a line break starts a part. */
    async isLast(): Promise<boolean> {
      while (held.length < 2) await more()
      const two = take(2).toString('latin1')
      if (two !== '--' && two !== '\r\n') throw new MalformedForm('a part does not begin with a line')
      // The line break is kept, so that the end of the headers is also found if there are none.
      if (two !== '--') held = Buffer.concat([lineEnd, held])
      return two === '--'
    },
  }
}

function namesIn(headers: string): Pick<Part, 'name' | 'fileName'> {
  const disposition = /^content-disposition:\s*form-data\s*;([^\r\n]*)/im.exec(headers)?.[1]
  const name = disposition === undefined ? undefined : valueOf(disposition, 'name')
  if (disposition === undefined || name === undefined) throw new MalformedForm('a part has no name')
  return { name, fileName: valueOf(disposition, 'filename') }
}

/** Browsers percent-encode quotes and line breaks in names (WHATWG, multipart/form-data). */
function valueOf(disposition: string, parameter: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`(?:^|;)\\s*${parameter}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(disposition) ?? []
  const value = quoted?.replace(/\\(["\\])/g, '$1') ?? plain
  return value?.replace(/%0D|%0A|%22/gi, (code) => decodeURIComponent(code))
}
