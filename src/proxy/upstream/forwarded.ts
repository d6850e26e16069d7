import { fileNameIn, fileResponse } from '#contract/http/file-answer.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import type { Answer } from '#platform/upstream/upstream-problem.ts'
import type { Body } from '#platform/sockets/compressed.ts'

/** What the browser is answered, and the headers that say what it is. */
export type Forwarded = { body: Body; headers: Record<string, string> }

/** Bytes to be saved, whatever type the server gave them: nothing of a server is ever shown as a page of ours. */
export function fileOf({ bytes, headers }: Answer, service: ServiceName, secret: string | undefined): Forwarded {
  if (secret && Buffer.from(bytes).includes(secret)) throw new Problem('UNEXPECTED_CONTENT', undefined, { service })
  const { headers: own } = fileResponse({ name: fileNameIn(headers['content-disposition']), bytes })
  return { body: bytes, headers: own }
}
