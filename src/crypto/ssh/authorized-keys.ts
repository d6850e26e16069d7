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
export async function findAuthorized(file: Uint8Array, line: string): Promise<AuthorizedKey[]> {
  const bytes = bytesOf(file)
  const found: AuthorizedKey[] = []
  let lineIndex = 0
  let counted = 0
  for await (const { start, text } of linesGranting(bytes, requirePublicKey(line))) {
    for (; counted < start; counted = bytes.indexOf(newline, counted) + 1) lineIndex += 1
    found.push(...readLine(text, lineIndex))
  }
  return found
}

/** The keys that have access. */
export async function grantedAmong(file: Uint8Array, publicLines: readonly string[]): Promise<string[]> {
  const bytes = bytesOf(file)
  const wanted = new Map(publicLines.map((line) => [coreOf(requirePublicKey(line).blob), line]))
  const present = new Set<string>()
  let matches = 0
  for (const [token] of bytes.toString('latin1').matchAll(/AAAA[A-Za-z0-9+/]{16,}/g)) {
    if (++matches % matchesAtOnce === 0) await new Promise(setImmediate)
    const line = wanted.get(token.slice(0, coreLength(token)))
    if (line !== undefined) present.add(line)
  }
  const granted: string[] = []
  for (const line of present) {
    await new Promise(setImmediate)
    if (await isGranted(bytes, requirePublicKey(line))) granted.push(line)
  }
  return granted
}

/** Base64 without its last characters, which have several valid encodings. */
const coreOf = (blob: Buffer) => {
  const text = blob.toString('base64').replace(/=+$/, '')
  return text.slice(0, coreLength(text))
}
const coreLength = (text: string) => text.length - 1

/** Appends the key; unchanged if it is present already, regardless of options and comment. */
export async function authorize(file: Uint8Array, line: string): Promise<Buffer> {
  const key = requirePublicKey(line)
  const content = bytesOf(file)
  if (await isGranted(content, key)) return content
  const lineEnd = content[content.indexOf(newline) - 1] === carriageReturn ? '\r\n' : '\n'
  const isLastLineOpen = content.length > 0 && content.at(-1) !== newline
  return Buffer.concat([content, Buffer.from(isLastLineOpen ? lineEnd : ''), Buffer.from(publicLine(key) + lineEnd)])
}

/** Removes all lines that grant access to this key, except for cert-authority lines. */
export async function unauthorize(file: Uint8Array, line: string): Promise<Buffer> {
  const bytes = bytesOf(file)
  const kept: Buffer[] = []
  let from = 0
  for await (const { start, end } of linesGranting(bytes, requirePublicKey(line))) {
    if (start > from) kept.push(bytes.subarray(from, start))
    from = end
  }
  if (from === 0) return bytes
  return Buffer.concat([...kept, bytes.subarray(from)])
}

/** Whether the key itself grants access, rather than certificates signed by it. */
export function isAuthorized(file: Uint8Array, line: string): Promise<boolean> {
  return isGranted(bytesOf(file), requirePublicKey(line))
}

/** A cert-authority key grants access to certificates signed by it, not to the key itself. */
const isAuthority = ({ options }: Pick<AuthorizedKey, 'options'>) => /(^|,)cert-authority(,|$)/i.test(unquoted(options))

const fromBytes = (text: string) => Buffer.from(text, 'latin1').toString('utf8')

const newline = 0x0a
const carriageReturn = 0x0d
export const maxFileBytes = 10 * 1024 * 1024

function bytesOf(file: Uint8Array): Buffer {
  if (file.length > maxFileBytes)
    throw new Refusal('too-large', 'The file authorized_keys is larger than 10 MiB', 'file')
  return Buffer.from(file.buffer, file.byteOffset, file.length)
}

/** Lines with their endings, one character per byte. */
const linesOf = (file: Uint8Array): string[] =>
  bytesOf(file)
    .toString('latin1')
    .match(/[^\n]*\n|[^\n]+$/g) ?? []

interface Line {
  start: number
  end: number
  text: string
}

const matchesAtOnce = 2000
const linesAtOnce = 500

/**
 * The lines that grant access to the key, with their endings, one character per byte. Looks only at lines that contain
 * the key, as a file can have ten million others, and yields to the event loop between many.
 */
async function* linesGranting(file: Buffer, { blob }: SshPublicKey): AsyncGenerator<Line> {
  const core = coreOf(blob)
  let lines = 0
  for (let at = file.indexOf(core); at !== -1;) {
    if (++lines % linesAtOnce === 0) await new Promise(setImmediate)
    const start = file.lastIndexOf(newline, at) + 1
    const lineEnd = file.indexOf(newline, at)
    const end = lineEnd === -1 ? file.length : lineEnd + 1
    const text = file.toString('latin1', start, end)
    const entry = findEntry(text)
    if (entry?.blob.equals(blob) && !isAuthority(entry)) yield { start, end, text }
    at = file.indexOf(core, end)
  }
}

const isGranted = async (file: Buffer, key: SshPublicKey) => (await linesGranting(file, key).next()).done === false

function findEntry(line: string): (SshPublicKey & { options: string }) | undefined {
  const text = line.trim()
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
