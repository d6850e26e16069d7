/** A file on its way in either direction. Its name is shown and never trusted as a path. */
export type FilePart = { name: string; bytes: Uint8Array; type?: string }
export const isFilePart = (value: unknown): value is FilePart =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

/** A file that nobody holds whole: it is read once, as it comes, and is never trusted to be as long as it says. */
export type FileStream = {
  name: string
  /** In bytes; who only receives it does not know it before its end. */
  size?: number
  content: Blob | AsyncIterable<Uint8Array>
}
export const isFileStream = (value: unknown): value is FileStream =>
  typeof value === 'object' && value !== null && 'name' in value && isReadable('content' in value && value.content)

const isReadable = (content: unknown) =>
  content instanceof Blob || (typeof content === 'object' && content !== null && Symbol.asyncIterator in content)

/** Any file, which no reader of JSON looks into. */
export const isFile = (value: unknown): value is FilePart | FileStream => isFilePart(value) || isFileStream(value)
