import type { Kysely } from 'kysely'
import { parseJson, stringifyJson } from '#contract/json.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { archiveAfter } from '#platform/archives/archive-table.ts'
import { type ArchiveKeys, openArchive } from '#platform/archives/archive.ts'
import type { Chain, ChainedRow } from '#platform/archives/chain.ts'
import { verifyChain } from '#platform/archives/verify-chain.ts'
import type { LeaseTables } from '#platform/lease.ts'
import { consoleChain } from '#services/console/audit/chain.ts'
import type { AuditTables } from '#services/console/audit/tables.ts'
import { auditTrail } from '#services/keys/audit.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { openVault } from '#services/keys/vault-keeper.ts'
import { type ArchivedCommand, commandArchiveKeys } from '#services/mdm/commands/archive-commands.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'

export type ArchiveTables = AuditTables & KeyTables & DeviceTables & LeaseTables
type Db = Kysely<ArchiveTables>
type Secrets = { masterKey: Buffer; passphrase: string | undefined }
type Lines = { file: string; lines: AsyncIterable<string[]> }

/** One file per table with archives. All archives are verified before the first line is written. */
export async function archivedLines(db: Db, secrets: Secrets): Promise<Lines[]> {
  const found = [await consoleAudit(db, secrets), await keyAudit(db, secrets), await commandHistory(db, secrets)]
  const files = found.filter((lines) => lines !== undefined)
  if (files.length === 0) throw new Error('No archives found')
  return files
}

async function consoleAudit(db: Db, { masterKey }: Secrets): Promise<Lines | undefined> {
  if (!(await hasArchives(db, 'proxy_audit'))) return undefined
  const chain = consoleChain(masterKey)
  await requireIntact(db, chain, 'The audit of the console')
  return { file: 'console-audit.jsonl', lines: linesOf(db, chain, auditLine) }
}

type AuditRow = AuditTables['proxy_audit']
/** Archives written before reasons were introduced have none. */
type ArchivedAuditRow = Omit<AuditRow, 'reason' | 'ticket'> & Partial<Pick<AuditRow, 'reason' | 'ticket'>>

/** Same field names as the console's JSON Lines export. */
function auditLine(row: ArchivedAuditRow, previous: string) {
  const { id, at, site, user_name: user, address, action, target, reason = '', ticket = '' } = row
  const { result, code, revealed_to: revealedTo, hash } = row
  const who = { id, at, site, user, address, action, target, reason, ticket }
  return { ...who, result, code, revealedTo, hash, previous, time: timeOf(at) }
}

async function keyAudit(db: Db, { masterKey, passphrase }: Secrets): Promise<Lines | undefined> {
  if (!(await hasArchives(db, 'key_audit'))) return undefined
  const { vault, isSealed, close } = await openVault(db, { masterKey, passphrase, log: () => undefined })
  await close() // opened by this command only
  if (isSealed()) throw new Error('TRIPTYCH_VAULT_PASSPHRASE_FILE must be set to the file with the vault passphrase')
  const chain = await auditTrail(db, vault).chain()
  if (!chain) throw new Error('The audit of key management: its key is missing')
  await requireIntact(db, chain, 'The audit of key management')
  const line = (row: KeyTables['key_audit'], previous: string) => ({ ...row, previous, time: timeOf(row.at) })
  return { file: 'key-audit.jsonl', lines: linesOf(db, chain, line) }
}

async function commandHistory(db: Db, { masterKey }: Secrets): Promise<Lines | undefined> {
  if (!(await hasArchives(db, 'device_command'))) return undefined
  const from = { table: 'device_command', keys: commandArchiveKeys(masterKey) }
  await requireReadable(db, from)
  const line = ({ at, command }: ArchivedCommand) => ({ time: timeOf(at), ...(parseJson(command) as DeviceCommand) })
  return { file: 'command-history.jsonl', lines: linesOf(db, from, line) }
}

async function requireIntact<Row extends ChainedRow>(db: Db, chain: Chain<Row>, what: string) {
  const { problem } = await verifyChain(db, chain)
  if (problem !== undefined) throw new Error(`${what} was modified: ${problem}. Nothing was written.`)
}

async function requireReadable(db: Db, source: Source) {
  const archives = rowsOf(db, source)
  while (!(await archives.next()).done);
}

const hasArchives = async (db: Db, table: string) => (await archiveAfter(db, table, 0)) !== undefined

type Source = { table: string; keys: ArchiveKeys }

async function* rowsOf<Row>(db: Db, { table, keys }: Source) {
  for (let id = 1; ; id += 1) {
    const archive = await archiveAfter(db, table, id - 1)
    if (!archive) return
    const rows = archive.id === id ? await openArchive<Row>(keys, table, archive) : undefined
    if (!rows) throw new Error(`Archive ${id} of ${table} is missing or was changed. Nothing more was written.`)
    yield { previous: archive.previous, rows }
  }
}

async function* linesOf<Row extends object>(
  db: Db,
  source: Source,
  line: (row: Row, previous: string) => object,
): AsyncGenerator<string[]> {
  for await (const { previous, rows } of rowsOf<Row>(db, source)) {
    const hashes = [previous, ...rows.map((row) => ('hash' in row ? String(row.hash) : ''))]
    yield rows.map((row, at) => `${stringifyJson(line(row, hashes[at] ?? ''))}\n`)
  }
}

const timeOf = (at: number) => new Date(at).toISOString()
