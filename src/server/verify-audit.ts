// npm run verify-audit -- FILE: verifies a JSON Lines export of the audit log with nothing but the master key.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { verifyAuditLines } from '#services/console/audit/verify-file.ts'
import { print } from './announce.ts'
import { command, UsageError } from './backup/command.ts'
import { masterKeyPath } from './master-key.ts'

const maxShown = 20

await command(async (settings, [name, ...others]) => {
  if (name === undefined || others.length > 0) throw new UsageError('Usage: npm run verify-audit -- FILE')
  const keyFile = resolve(masterKeyPath(settings))
  const digits = (await readFile(keyFile, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/i.test(digits)) throw new Error(`The master key ${keyFile} must hold 64 hexadecimal digits`)
  const lines = (await readFile(resolve(name), 'utf8')).split('\n')
  const { entries, problems } = verifyAuditLines(lines, Buffer.from(digits, 'hex'))
  for (const problem of problems.slice(0, maxShown)) print(problem)
  if (problems.length > 0) throw new Error(`${name} was modified after the export: ${problems.length} problems`)
  if (entries === 0) throw new Error(`${name} has no entries`)
  print(`${name}: ${entries.toLocaleString('en')} entries, all verified.`)
})
