import type { FilePart, FileStream } from './file-part.ts'

/** A request below a base URL. `target` is path and query; the origin is configured, never taken from data. */
export type WireRequest = {
  method: string
  target: string
  headers: Record<string, string>
  body?: string
  /** A multipart/form-data body; sender and receiver handle the boundaries. */
  form?: {
    fields: Record<string, string>
    files: Record<string, FilePart>
    /** A streamed file, sent last. */
    large?: { part: string; file: FileStream }
  }
}

/** `bytes` replace the body for files. */
export type WireResponse = { status: number; headers: Record<string, string>; body: string; bytes?: Uint8Array }
