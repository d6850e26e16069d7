import { Refusal } from '#crypto/refusal.ts'
import { findPublicKey, publicLine, requirePublicKey, type SshPublicKey } from './public-key.ts'

// authorized_keys (sshd(8)) belongs to its user. Lines are added and removed; all other bytes are preserved: options,
// comments, line endings, a missing final line ending, unknown lines, invalid UTF-8.

export interface AuthorizedKey extends SshPublicKey {
  /** Counted from 1, as in sshd. */
  lineNumber: number
  /** Such as `from="10.0.0.0/8",no-pty`; empty when there are none. */
  options: string
}

export function authorizedKeys(file: Uint8Array): AuthorizedKey[] {
  return linesOf(file).flatMap((line, index) => readLine(line, index))
}

function readLine(line: string, index: number): AuthorizedKey[] {
  const entry = findEntry(line)
  if (!entry) return []
  return [{ ...entry, options: fromBytes(entry.options), comment: fromBytes(entry.comment), lineNumber: index + 1 }]
}

/** The lines that grant access to this key. */
export function findAuthorized(file: Uint8Array, line: string): AuthorizedKey[] {
  const grants = granting(requirePublicKey(line))
  return linesOf(file).flatMap((text, index) => (grants(text) ? readLine(text, index) : []))
}

const linesAtOnce = 20_000

/** The keys that have access. Yields to the event loop while processing long files. */
export async function grantedAmong(file: Uint8Array, publicLines: readonly string[]): Promise<string[]> {
  const wanted = new Map(publicLines.map((line) => [coreOf(requirePublicKey(line).blob), line]))
  const found = new Set<string>()
  for (const [at, text] of linesOf(file).entries()) {
    if (at % linesAtOnce === linesAtOnce - 1) await new Promise(setImmediate)
    for (const [token] of text.matchAll(/AAAA[A-Za-z0-9+/]{16,}/g)) {
      const line = wanted.get(token.slice(0, coreLength(token)))
      if (line !== undefined && granting(requirePublicKey(line))(text)) found.add(line)
    }
  }
  return [...found]
}

/** Base64 without its last characters, which have several valid encodings. */
const coreOf = (blob: Buffer) => {
  const text = blob.toString('base64').replace(/=+$/, '')
  return text.slice(0, coreLength(text))
}
const coreLength = (text: string) => text.length - 1

/** Appends the key; unchanged if it is present already, regardless of options and comment. */
export function authorize(file: Uint8Array, line: string): Buffer {
  const key = requirePublicKey(line)
  const content = Buffer.from(file)
  const lines = linesOf(file)
  if (lines.some(granting(key))) return content
  const lineEnd = lines[0]?.endsWith('\r\n') ? '\r\n' : '\n'
  const isLastLineOpen = content.length > 0 && content.at(-1) !== newline
  return Buffer.concat([content, Buffer.from(isLastLineOpen ? lineEnd : ''), Buffer.from(publicLine(key) + lineEnd)])
}

/** Removes all lines that grant access to this key, except for cert-authority lines. */
export function unauthorize(file: Uint8Array, line: string): Buffer {
  const grants = granting(requirePublicKey(line))
  const kept = linesOf(file).filter((text) => !grants(text))
  return Buffer.from(kept.join(''), 'latin1')
}

/** Whether the key itself grants access, rather than certificates signed by it. */
export function isAuthorized(file: Uint8Array, line: string): boolean {
  return linesOf(file).some(granting(requirePublicKey(line)))
}

/** A cert-authority key grants access to certificates signed by it, not to the key itself. */
const isAuthority = ({ options }: Pick<AuthorizedKey, 'options'>) => /(^|,)cert-authority(,|$)/i.test(unquoted(options))

const fromBytes = (text: string) => Buffer.from(text, 'latin1').toString('utf8')

const newline = 0x0a
export const maxFileBytes = 10 * 1024 * 1024

/** Lines with their endings, one character per byte; joined, they equal the file. */
function linesOf(file: Uint8Array): string[] {
  if (file.length > maxFileBytes)
    throw new Refusal('too-large', 'The file authorized_keys is larger than 10 MiB', 'file')
  return (
    Buffer.from(file)
      .toString('latin1')
      .match(/[^\n]*\n|[^\n]+$/g) ?? []
  )
}

/**
 * Predicate for lines that grant access to the key. Parses only candidates, since a file can have a hundred thousand
 * lines.
 */
function granting({ blob }: SshPublicKey): (line: string) => boolean {
  const core = coreOf(blob)
  return (line) => {
    const entry = line.includes(core) ? findEntry(line) : undefined
    return entry !== undefined && entry.blob.equals(blob) && !isAuthority(entry)
  }
}

function findEntry(line: string): (SshPublicKey & { options: string }) | undefined {
  const text = line.trimStart().replace(/\r?\n$/, '')
  if (text === '' || text.startsWith('#')) return undefined
  const plain = findPublicKey(text)
  if (plain) return { ...plain, options: '' }
  const options = optionsPattern.exec(text)?.[0] ?? ''
  const key = findPublicKey(text.slice(options.length).trimStart())
  return key && { ...key, options }
}

/** Options end at the first unquoted blank; \" is a quote inside quotes. */
const optionsPattern = /^(?:[^\s"]|"(?:[^"\\]|\\.)*")+/

const unquoted = (options: string) => options.replace(/"(?:[^"\\]|\\.)*"/g, '')
