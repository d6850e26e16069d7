import { Refusal } from '#crypto/refusal.ts'
import { maxTargets } from './address-range.ts'
import { defaultPort, readHost, readPort, type Target } from './target.ts'

const maxBytes = 1024 * 1024
const maxLines = 10_000
/** More mean a file of another kind, whose lines are neither checked nor reported one by one. */
const maxErrors = 100

export interface HostFile {
  /** Distinct hosts and ports, in file order. */
  targets: Target[]
  /** Invalid lines with the reason. */
  errors: { line: number; message: string }[]
}

/** `<host-or-ip>[ <port>]` per line, with default port 443. Comments start with #. */
export function readHostFile(file: Uint8Array): HostFile {
  if (file.length > maxBytes) throw new Refusal('too-large', 'The file is larger than 1 MiB', 'File')
  const lines = decode(file).split(/\r\n|\n|\r/)
  if (lines.length > maxLines + 1) throw new Refusal('too-large', `The file has more than ${maxLines} lines`, 'File')
  const targets = new Map<string, Target>()
  const errors: HostFile['errors'] = []
  for (const [at, line] of lines.entries()) {
    try {
      const target = readLine(line)
      if (target) targets.set(`${target.host} ${target.port}`, target)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      errors.push({ line: at + 1, message: error.message })
      if (errors.length > maxErrors) throw notHosts(`More than ${maxErrors} lines are invalid`, errors)
    }
  }
  if (targets.size === 0) throw notHosts('The file names no host', errors)
  if (targets.size > maxTargets) {
    throw new Refusal('too-large', `The file names ${targets.size} hosts; at most ${maxTargets} are allowed`, 'File')
  }
  return { targets: [...targets.values()], errors }
}

function readLine(line: string): Target | undefined {
  const [host, port, ...rest] = line.replace(/#.*$/, '').split(/\s+/).filter(Boolean)
  if (!host) return undefined
  if (rest.length) throw new Refusal('not-allowed', 'The line contains more than a host and a port', 'File')
  return { host: readHost(host, 'File'), port: port === undefined ? defaultPort : readPort(port, 'File') }
}

function notHosts(what: string, [first]: HostFile['errors']): Refusal {
  const why = first ? `; line ${first.line}: ${first.message}` : ''
  return new Refusal(
    'not-recognized',
    `${what}${why}. Enter a host name or IP address and an optional port in each line`,
    'File',
  )
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file) // removes a byte order mark
  } catch {
    throw new Refusal('damaged', 'The file is not text in UTF-8', 'File')
  }
}
