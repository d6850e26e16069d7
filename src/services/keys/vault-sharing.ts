import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { newRecipient, openAsRecipient, sealToRecipient } from '#crypto/vault/recipient.ts'
import { type Log, traceOf } from '#platform/log.ts'
import type { KeyTables } from './tables.ts'

type Options = {
  /** Master key: only processes that have it receive the vault key. */
  masterKey: Buffer
  /** Key derived from the passphrase, while the vault is open. */
  openKey: () => KeyObject | undefined
  /** Opens the vault of this process; throws for a wrong key. */
  open: (key: KeyObject) => Promise<void>
  log: Log
}

const lookedEveryMs = 1000
/** Requests are repeated at least this often, whatever the clock differences. */
const forgottenMs = 60 * 60_000
const askedAgainMs = forgottenMs / 4

/**
 * A vault unsealed in one process is unsealed in all. A sealed process publishes a temporary public key in the
 * database; an open one encrypts the vault key for it. The database content alone does not open the vault. Call the
 * returned function to stop.
 */
export function shareVault(db: Kysely<KeyTables>, { masterKey, openKey, open, log }: Options) {
  const process = randomUUID()
  const recipient = newRecipient()
  const proofKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych vault sharing', 32))
  const stopping = new AbortController()
  let askedAt = -Infinity

  const proofOf = (asking: { process: string; public_key: string }) =>
    createHmac('sha256', proofKey)
      .update(JSON.stringify([asking.process, asking.public_key]))
      .digest()
  const isProven = (asking: Waiting) => {
    const given = Buffer.from(asking.proof, 'base64')
    const wanted = proofOf(asking)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }

  async function ask() {
    const row = { process, public_key: recipient.publicKey }
    const asking = { ...row, proof: proofOf(row).toString('base64'), asked_at: Date.now() }
    await db
      .insertInto('key_vault_waiting')
      .values({ ...asking, answer: null })
      .onConflict((conflict) => conflict.column('process').doUpdateSet({ asked_at: asking.asked_at }))
      .execute()
    askedAt = asking.asked_at
  }

  async function lookForAnswer() {
    if (Date.now() - askedAt > askedAgainMs) await ask()
    const own = await db
      .selectFrom('key_vault_waiting')
      .select('answer')
      .where('process', '=', process)
      .executeTakeFirst()
    if (!own) askedAt = -Infinity
    if (!own?.answer || openKey()) return
    const key = openAsRecipient(recipient, process, own.answer)
    if (!key) {
      log('vault not opened', { reason: 'the key from another process was altered' })
      await forget()
      return
    }
    await open(createSecretKey(key))
    log('vault opened', { by: 'another process' })
  }

  async function answerOthers(key: KeyObject) {
    const asking = await db.selectFrom('key_vault_waiting').selectAll().execute()
    for (const row of asking) {
      const one = db.updateTable('key_vault_waiting').where('process', '=', row.process)
      if (row.process === process || row.asked_at < Date.now() - forgottenMs) await forget(row.process)
      else if (row.answer === null && isProven(row)) {
        await one.set({ answer: sealToRecipient(row.public_key, row.process, key.export()) }).execute()
      }
    }
  }

  const forget = async (name: string = process) => {
    askedAt = -Infinity
    await db.deleteFrom('key_vault_waiting').where('process', '=', name).execute()
  }

  async function watch() {
    while (!stopping.signal.aborted) {
      const key = openKey()
      await (key ? answerOthers(key) : lookForAnswer()).catch((error: unknown) => {
        log('vault not shared', traceOf(error))
      })
      await delay(lookedEveryMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
    }
    if (!openKey()) await forget().catch(() => undefined) // expires in an hour
  }

  const watching = watch()
  return async () => {
    stopping.abort()
    await watching
  }
}

type Waiting = KeyTables['key_vault_waiting']
