import { isJsonObject, parseJson } from '#contract/json.ts'
import { longestPassword } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { storesBehind } from '#services/keys/load-balancers/balancer-stores.ts'
import { storeAll } from './add-certificate.ts'
import { importedText } from './imported-text.ts'
import { noteManaged } from './managed-entries.ts'
import { type SharedStore, storesIn } from './shared-path.ts'

/** Placeholder for a password to be filled in. */
export const placeholder = '<password>'

const field = 'File'
const maxEntries = 1_000
const longestMs = 60_000
const deadlineMs = 10_000

/** An entry of a key store, with its password. */
type ImportSource = { name: string; file: string; number: number; password: string }
type Outcome = { wanted: ImportSource; refusal: string | undefined }

/** Imports entries individually: a wrong password only affects its entry. */
export async function importUnmanaged(parts: KeyManagement, call: KeyCall, list: FilePart) {
  const waiting = new Set(readList(list.bytes))
  list.bytes.fill(0)
  const end = Date.now() + longestMs
  const outcomes: Outcome[] = []
  for await (const store of storesOf(parts, waiting)) {
    for (const wanted of [...waiting].filter(({ file }) => file === store.name)) {
      const refusal =
        Date.now() > end ? 'not tried, the import takes too long' : await refusalOf(parts, call, wanted, store)
      outcomes.push({ wanted, refusal })
      waiting.delete(wanted)
    }
  }
  const unknown = [...waiting].map((wanted) => ({ wanted, refusal: 'not among the unmanaged key stores' }))
  return answerFor([...outcomes, ...unknown])
}

/** The shared path first; then load balancers, only those with remaining entries. */
async function* storesOf(parts: KeyManagement, waiting: ReadonlySet<ImportSource>): AsyncGenerator<SharedStore> {
  yield* storesIn(parts.sharedPath)
  yield* storesBehind(parts, (host) => [...waiting].some(({ file }) => file.startsWith(`${host}/`)))
}

/** Parses the response of discoverUnmanagedCert with passwords filled in. */
function readList(bytes: Uint8Array): ImportSource[] {
  const filled = Object.entries(objectIn(bytes)).filter(([, password]) => password !== placeholder)
  if (filled.length > maxEntries) throw refused(field, `It holds more than ${maxEntries} key stores`)
  if (filled.length > 0) return filled.map(([name, password]) => wantedOf(name, password))
  throw refused(field, `It contains no passwords; replace each ${placeholder} with one`)
}

/** The object itself, or within the complete response. */
function objectIn(bytes: Uint8Array): object {
  try {
    const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    const only = isJsonObject(value) && Array.isArray(value.details) ? value.details[0] : value
    if (isJsonObject(only)) return only
  } catch {
    // the error of JSON.parse may quote passwords
  }
  throw refused(field, 'It must be the JSON object of getUnmanagedCertList, with the passwords entered')
}

/** Split at the last `::`, since file names may contain it. */
function wantedOf(name: string, password: unknown): ImportSource {
  const at = name.lastIndexOf('::')
  const number = /^[1-9]\d{0,3}$/.exec(name.slice(at + 2))?.[0]
  if (at < 1 || !number) throw refused(field, `${shown(name)} is not <file_name>::<number>`)
  if (typeof password !== 'string' || password.length > longestPassword) {
    throw refused(field, `The password of ${shown(name)} must be text of at most ${longestPassword} characters`)
  }
  return { name, file: name.slice(0, at), number: Number(number), password }
}

async function refusalOf(parts: KeyManagement, call: KeyCall, wanted: ImportSource, store: SharedStore) {
  if (wanted.number > store.entries.length) return `the file has no entry ${wanted.number}`
  try {
    await importEntry(parts, call, wanted, store)
    return undefined
  } catch (error) {
    if (error instanceof Problem && error.code === 'REFUSED') return error.message
    throw error
  }
}

async function importEntry(parts: KeyManagement, call: KeyCall, wanted: ImportSource, { bytes, sha256 }: SharedStore) {
  const { password, number, name } = wanted
  const imported = await inWireWords({ passphrase: 'password', keyPassphrase: 'password' }, () =>
    parts.work.run('importKeyStore', [bytes, password, number], { deadlineMs }),
  )
  const protection = { passphrase: password, storeType: imported.format }
  await parts.db.transaction().execute(async (transaction) => {
    const kept = await storeAll(parts, transaction, call, { ...imported, ...protection })
    if (imported.keysLeft === 0) await noteManaged(transaction, { file: sha256, number }, kept)
    const text = importedText(kept, imported.keysLeft)
    await parts.audit.record(transaction, call, `Key store ${shown(name)} imported: ${text}`)
  })
}

const maxNamed = 20

function answerFor(outcomes: readonly Outcome[]) {
  const failed = outcomes.flatMap(({ wanted, refusal }) => (refusal ? [`${shown(wanted.name)}: ${refusal}`] : []))
  const imported = outcomes.filter(({ refusal }) => !refusal)
  const more = failed.length > maxNamed ? `; and ${failed.length - maxNamed} more` : ''
  const reasons = failed.length ? `. Not imported: ${failed.slice(0, maxNamed).join('; ')}${more}` : ''
  const text = `${imported.length} of ${outcomes.length} key stores imported${reasons}`
  if (imported.length === 0) throw refused(field, text)
  const names = [...new Set(imported.map(({ wanted }) => wanted.file))]
  return { Status: 'Success', Message: text, ImportedCertificate: names }
}

const longestShown = 200

/** Names come from an untrusted directory: limited to a single line. */
const shown = (name: string) =>
  JSON.stringify(name.length > longestShown ? `${name.slice(0, longestShown)}…` : name).toWellFormed()
