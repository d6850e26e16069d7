import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import type { CallResult } from '#services/console/connections/health/connection-caller.ts'

/** What the steps make, and hand on to each other. */
export type Made = {
  /** Of everything that is made: nothing else has it. */
  name: string
  passphrase: string
  /** Of the examined server itself, which discovery is pointed at. */
  host: string
  address: string
  port: number
  keyFile?: FilePart
  certificate?: { common_name: string; serial_number: string }
  certificateFile?: FilePart
  requestId?: string
}

export type Step = {
  endpoint: Endpoint
  /** Undefined where a step before it did not make what it needs. */
  input: (made: Made) => object | undefined
  /** What it names may not be there. */
  mayRefuse?: true
  learn?: (made: Made, asked: CallResult) => void
}

export async function madeFor({ hostname, port, protocol }: URL): Promise<Made> {
  const host = hostname.replaceAll(/[[\]]/g, '')
  return {
    name: `triptych-check-${randomBytes(4).toString('hex')}`,
    passphrase: randomBytes(15).toString('base64url'),
    host,
    address: (await lookup(host)).address,
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  }
}

export const textFile = (name: string, text: string): FilePart => ({ name, bytes: new TextEncoder().encode(text) })
export const fileIn = ({ value, problem }: CallResult): FilePart | undefined =>
  problem ? undefined : (value as FilePart)
