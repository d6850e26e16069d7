export type Part = { name: string; content: string | Uint8Array; file?: string; type?: string | undefined }

const boundary = 'a-boundary-that-occurs-in-no-file'
/** As HTML says that clients escape names. */
const quoted = (name: string) =>
  `"${name.replace(/["\r\n]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}"`

/** A multipart/form-data body as a client writes it. */
export function multipart(parts: readonly Part[]) {
  const chunks = parts.flatMap(({ name, content, file, type }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name=${quoted(name)}`,
    file === undefined ? '' : `; filename=${quoted(file)}`,
    type ? `\r\ncontent-type: ${type}\r\n\r\n` : '\r\n\r\n',
    content,
    '\r\n',
  ])
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)))
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}
