import type { KeyManagement } from '#services/keys/key-management.ts'
import { problemOf } from '#services/keys/refused.ts'
import { Problem } from '#contract/problem.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { inSession, onHost } from '#services/keys/ssh/on-host.ts'
import { privateKeyOf } from '#services/keys/ssh/ssh-key-store.ts'
import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'
import type { SshResource } from '#services/keys/ssh/ssh-resource-store.ts'
import { type Findings, findingsOn } from './explain-refusal.ts'

type SshKey = KeyTables['key_ssh_key']
type Parts = Pick<KeyManagement, 'db' | 'vault' | 'work'>

/** Result of a test sign-in with a key. */
export interface Proof {
  outcome: 'opens' | 'refused' | 'unknown'
  /** Result with findings, as a sentence. */
  text: string
}

/** Signs in with the key without running a command, which could be a forced one. */
export async function tryKey(parts: Parts, resource: SshResource, user: string, key: SshKey): Promise<Proof> {
  const { name } = resource
  const signIn = await outcomeOf(() =>
    inSession(parts, resource, { user, ...privateKeyOf(parts.vault, key) }, () => Promise.resolve()),
  )
  const found = await findings(parts, resource, user, key)
  if (signIn === 'opens') {
    const limits = found.limits.length > 0 ? `; ${found.limits.join('; ')}` : ''
    return { outcome: 'opens', text: `${name} accepted a sign-in with this key${limits}` }
  }
  if (signIn !== 'refused') return { outcome: 'unknown', text: signIn }
  const reasons = [...found.refuses, ...found.notes]
  const why =
    reasons.length > 0 ? reasons.join('; ') : 'files and settings show no reason; see the log of its SSH server'
  return { outcome: 'refused', text: `${name} refused a sign-in with this key: ${why}` }
}

async function outcomeOf(signIn: () => Promise<void>): Promise<string> {
  try {
    await signIn()
    return 'opens'
  } catch (error) {
    if (error instanceof SshRefusal && error.reason === 'wrong-credentials') return 'refused'
    return `No sign-in could be tried: ${messageOf(error)}`
  }
}

/** Message of a rejection by the host or this service; internal errors are thrown. */
function messageOf(error: unknown): string {
  if (error instanceof SshRefusal) return error.message
  const problem = problemOf(error)
  if (problem instanceof Problem) return problem.message
  throw error
}

/** Findings from a session with any stored credentials that have access. */
async function findings(parts: Parts, resource: SshResource, user: string, key: SshKey): Promise<Findings> {
  try {
    return await onHost(parts, resource, user, (session) => findingsOn(session, user, key.public_line))
  } catch (error) {
    const note = `its files and settings could not be read: ${messageOf(error)}`
    return { refuses: [], limits: [], notes: [note] }
  }
}

export const provenColumns = ({ outcome, text }: Proof) => ({ outcome, outcome_text: text, tested_at: Date.now() })
