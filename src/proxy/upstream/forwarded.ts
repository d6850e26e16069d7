import { fileNameIn, fileResponse } from '#contract/http/file-answer.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import type { Answer } from '#platform/upstream/upstream-problem.ts'
import type { Body } from '#platform/sockets/compressed.ts'

/** Body and headers of the response to the browser. */
export type Forwarded = { body: Body; headers: Record<string, string> }

/** Files are sent as downloads, whatever their type: content of a server is never rendered in the console's origin. */
export function fileOf({ bytes, headers }: Answer, service: ServiceName, secret: string | undefined): Forwarded {
  if (secret && Buffer.from(bytes).includes(secret)) throw new Problem('UNEXPECTED_CONTENT', undefined, { service })
  const { headers: own } = fileResponse({ name: fileNameIn(headers['content-disposition']), bytes })
  return { body: bytes, headers: own }
}
