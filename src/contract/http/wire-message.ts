import type { FilePart, FileStream } from './file-part.ts'

/** A request below a base URL. `target` is path and query; the origin is configuration, never data. */
export type WireRequest = {
  method: string
  target: string
  headers: Record<string, string>
  body?: string
  /** A multipart/form-data body; who sends or receives it writes or parses the boundaries. */
  form?: {
    fields: Record<string, string>
    files: Record<string, FilePart>
    /** What nobody holds comes last. */
    large?: { part: string; file: FileStream }
  }
}

/** `bytes` stand for the body where the answer is a file. */
export type WireResponse = { status: number; headers: Record<string, string>; body: string; bytes?: Uint8Array }
