/** A file on its way in either direction. Its name is shown and never trusted as a path. */
export type FilePart = { name: string; bytes: Uint8Array; type?: string }
export const isFilePart = (value: unknown): value is FilePart =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array
