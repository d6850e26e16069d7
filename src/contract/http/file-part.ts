/** A file in a request or response. Its name is for display only and never trusted as a path. */
export type FilePart = { name: string; bytes: Uint8Array; type?: string }
export const isFilePart = (value: unknown): value is FilePart =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

/** A file that is streamed rather than held in memory, and can be read once. Its stated size is not trusted. */
export type FileStream = {
  name: string
  /** In bytes; unknown to a receiver until the end. */
  size?: number
  content: Blob | AsyncIterable<Uint8Array>
}
export const isFileStream = (value: unknown): value is FileStream =>
  typeof value === 'object' && value !== null && 'name' in value && isReadable('content' in value && value.content)

const isReadable = (content: unknown) =>
  content instanceof Blob || (typeof content === 'object' && content !== null && Symbol.asyncIterator in content)

/** A file of either kind, as opposed to JSON. */
export const isFile = (value: unknown): value is FilePart | FileStream => isFilePart(value) || isFileStream(value)
