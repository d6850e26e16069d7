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

/** What a sign-in with a key has shown. */
export interface Proof {
  outcome: 'opens' | 'refused' | 'unknown'
  /** With what was seen besides, as a sentence. */
  text: string
}

/** Signs in with the key itself, and does nothing there: a command could be a forced one. */
export async function tryKey(parts: Parts, resource: SshResource, user: string, key: SshKey): Promise<Proof> {
  const { name } = resource
  const signIn = await outcomeOf(() =>
    inSession(parts, resource, { user, ...privateKeyOf(parts.vault, key) }, () => Promise.resolve()),
  )
  const found = await findings(parts, resource, user, key)
  if (signIn === 'opens') {
    const limits = found && found.limits.length > 0 ? `; ${found.limits.join('; ')}` : ''
    return { outcome: 'opens', text: `${name} accepted a sign-in with this key${limits}` }
  }
  if (signIn !== 'refused') return { outcome: 'unknown', text: signIn }
  const reasons = [...(found?.refuses ?? []), ...(found?.notes ?? [])]
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
    if (error instanceof SshRefusal) return `No sign-in could be tried: ${error.message}`
    const problem = problemOf(error)
    if (problem instanceof Problem) return `No sign-in could be tried: ${problem.message}`
    throw error
  }
}

/** Undefined where nobody whose credentials are stored can look. */
const findings = (parts: Parts, resource: SshResource, user: string, key: SshKey): Promise<Findings | undefined> =>
  onHost(parts, resource, user, (session) => findingsOn(session, user, key.public_line)).catch(() => undefined)

export const provenColumns = ({ outcome, text }: Proof) => ({ outcome, outcome_text: text, tested_at: Date.now() })
